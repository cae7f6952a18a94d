#include "engine/ComparedCells.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace headlight {
namespace {

RowMap mapOf(const Frozen<RowMap>& moved, Index count) {
    if (moved) return *moved;
    RowMap same{std::vector<Index>(static_cast<std::size_t>(count)), count};
    std::iota(same.from.begin(), same.from.end(), Index{0});
    return same;
}

/// Sets `allowed` [keys] to 1 for keys that the mask allows to a query, to 0 for the rest.
void layOut(const Mask& mask, Index query, Index keys, std::uint8_t* allowed) {
    const Mask::Reach reach = mask.reach(query, keys);
    std::fill_n(allowed, keys, std::uint8_t{0});
    std::fill(allowed + reach.begin, allowed + reach.end, std::uint8_t{1});
    for (const int key : mask.hidden) allowed[key] = 0;
    for (Index key = reach.begin; mask.given && key < reach.end; ++key)
        if ((*mask.given)(query, key) == 0.0F) allowed[key] = 0;
}

} // namespace

ComparedCells::ComparedCells(const StageInfo& info, const LayerState& now, const LayerState& before,
                             const Frozen<RowMap>& rows, const Frozen<RowMap>& cols)
    : rows_(mapOf(rows, lengthOf(info.rows, now.sizes()))), cols_(mapOf(cols, lengthOf(info.cols, now.sizes()))) {
    cols_.forEachRun([this](Index from, Index to, Index count) { runs_.push_back({from, to, count}); });
    if (info.isMasked) {
        now_ = now.rule().mask;
        before_ = before.rule().mask;
        const auto isZero = [&](const LayerState& layer) {
            return maskedValue(info.stage, layer.rule().masksAfter) == 0;
        };
        isOneEnough_ = isZero(now) && isZero(before);
    }
    areAsBefore_ = !rows && !cols && now_ == before_;
}

void ComparedCells::of(Index row, std::uint8_t* counts, std::vector<std::uint8_t>& scratch) const {
    std::fill_n(counts, cols(), std::uint8_t{0});
    const Index was = rowBefore(row);
    if (was < 0) return;
    scratch.resize(static_cast<std::size_t>(cols() + colsBefore()));
    std::uint8_t *now = scratch.data(), *before = now + cols();
    layOut(now_, row, cols(), now);
    layOut(before_, was, colsBefore(), before);
    for (const auto& [from, to, count] : runs_) {
        const std::uint8_t* const isAllowed = now + to;
        if (isOneEnough_)
            std::transform(isAllowed, isAllowed + count, before + from, counts + to, std::bit_or<>());
        else
            std::transform(isAllowed, isAllowed + count, before + from, counts + to, std::bit_and<>());
    }
}

KeysOfRow ComparedRows::keysOf(Index row) const {
    if (cells_.areAll()) return {{0, cells_.cols()}};
    cells_.of(row, counts_.data(), scratch_);
    return {{0, cells_.cols()}, counts_.data()};
}

} // namespace headlight
