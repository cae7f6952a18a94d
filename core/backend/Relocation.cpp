#include "backend/Relocation.h"

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

/// Below `end`, what no run covers; `begins`: where runs begin.
IndexSet between(const std::vector<Relocation::Run>& runs, Index Relocation::Run::*begins, Index end) {
    IndexSet set;
    Index at = 0;
    const auto upTo = [&](Index first) {
        for (; at < first; ++at) set.items.push_back(at);
    };
    for (const Relocation::Run& run : runs) {
        upTo(run.*begins);
        at += run.count;
    }
    upTo(end);
    return set;
}

} // namespace

Relocation::Relocation(std::span<const int> cameFrom, Index rowsBefore)
    : before(rowsBefore), now(static_cast<Index>(cameFrom.size())) {
    for (Index i = 0; i < now; ++i) {
        const Index from = cameFrom[static_cast<std::size_t>(i)];
        if (from < 0) continue;
        if (!runs.empty() && i == runs.back().to + runs.back().count && from == runs.back().from + runs.back().count)
            ++runs.back().count;
        else
            runs.push_back({from, i, 1});
    }
}

std::vector<Index> Relocation::from() const {
    std::vector<Index> from(static_cast<std::size_t>(now), -1);
    for (const Run& run : runs)
        for (Index i = 0; i < run.count; ++i) from[static_cast<std::size_t>(run.to + i)] = run.from + i;
    return from;
}

bool Relocation::keepsPlaces() const { return firstMoved() == std::min(before, now); }

Index Relocation::firstMoved() const {
    return !runs.empty() && runs.front() == Run{0, 0, runs.front().count} ? runs.front().count : 0;
}

IndexSet Relocation::arrived() const { return between(runs, &Run::to, now); }

IndexSet Relocation::gone() const { return between(runs, &Run::from, before); }

IndexSet Relocation::places(const IndexSet& set) const {
    IndexSet moved{set.all, {}};
    auto run = runs.begin();
    for (const Index item : set.items) {
        while (run != runs.end() && item >= run->from + run->count) ++run;
        if (run != runs.end() && item >= run->from) moved.items.push_back(item - run->from + run->to);
    }
    return moved;
}

void relocate(Matrix& matrix, const Relocation& relocation) {
    // Not of none: what Eigen keeps for that ends where it begins, which a leak checker takes for lost.
    if (relocation.keepsPlaces() && relocation.now > 0) {
        matrix.conservativeResize(relocation.now, matrix.cols());
    } else {
        Matrix moved(relocation.now, matrix.cols());
        for (const auto& run : relocation.runs)
            moved.middleRows(run.to, run.count) = matrix.middleRows(run.from, run.count);
        matrix = std::move(moved);
    }
    for (const Index row : relocation.arrived().items) matrix.row(row).setZero();
}

Matrix relocated(Matrix matrix, const Relocation& relocation) {
    relocate(matrix, relocation);
    return matrix;
}

} // namespace headlight
