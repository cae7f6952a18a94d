#include "backend/cpu/ScoreStore.h"

#include <array>
#include <cstring>
#include <mutex>
#include <vector>

namespace headlight {
namespace {

constexpr Index kStep = 64;

Index roundedUp(Index size) { return (size + kStep - 1) / kStep * kStep; }

// Returns the padded length of a row, with which a walk down a column does not hit the same cache set at every step.
Index strideOf(Index cols) { return roundedUp(cols) + 16; }

/// Returns true if large enough and at most a step too large, so that typing to and fro at a step moves nothing.
bool fits(Index have, Index need) { return have == need || have == need + kStep; }

} // namespace

double ScoreStore::bytesFor(Index rows, Index cols) {
    return static_cast<double>(roundedUp(rows) + kStep) * static_cast<double>(strideOf(cols) + kStep) * sizeof(float);
}

void ScoreStore::allocate(Index rows, Index cols) {
    const Index capacity = roundedUp(rows), ld = strideOf(cols);
    capacity_ = ld_ = 0; // in case there is no memory
    data_ = std::make_unique_for_overwrite<float[]>(static_cast<std::size_t>(capacity * ld));
    capacity_ = capacity;
    ld_ = ld;
}

void ScoreStore::reset(Index rows, Index cols) {
    if (!fits(capacity_, roundedUp(rows)) || !fits(ld_, strideOf(cols))) {
        data_.reset(); // first, so that old and new memory do not exist at once
        allocate(rows, cols);
    }
    rows_ = rows;
    cols_ = cols;
}

void ScoreStore::move(const RowMap* rows, const RowMap* cols) {
    const Index nowRows = rows ? rows->now() : rows_, nowCols = cols ? cols->now() : cols_;
    const bool isInPlace = fits(capacity_, roundedUp(nowRows)) && fits(ld_, strideOf(nowCols));
    static std::mutex growing; // one head at a time, since old and new memory exist at once
    const auto lock = isInPlace ? std::unique_lock<std::mutex>() : std::unique_lock(growing);
    const std::unique_ptr<float[]> before = isInPlace ? nullptr : std::move(data_);
    const Index ld = ld_, oldRows = rows_, oldCols = cols_;
    if (!isInPlace) allocate(nowRows, nowCols);
    rows_ = nowRows;
    cols_ = nowCols;
    std::vector<std::array<Index, 3>> runs; // runs of columns: from, to, count
    if (cols)
        cols->forEachRun([&](Index from, Index to, Index count) { runs.push_back({from, to, count}); });
    else
        runs.push_back({0, 0, oldCols});
    const bool areColsKept = runs.empty() || (runs.size() == 1 && runs[0][0] == runs[0][1]);
    const auto moveRow = [&](Index from, Index to) {
        const float* source = (before ? before.get() : data_.get()) + from * ld;
        for (const auto& [first, target, count] : runs)
            std::memmove(row(to) + target, source + first, static_cast<std::size_t>(count) * sizeof(float));
    };
    const auto moveRows = [&](Index from, Index to, Index count) {
        if (isInPlace && areColsKept && from == to) return;
        if (to <= from)
            for (Index i = 0; i < count; ++i) moveRow(from + i, to + i);
        else
            for (Index i = count; i-- > 0;) moveRow(from + i, to + i);
    };
    if (rows)
        rows->forEachRun(moveRows);
    else
        moveRows(0, 0, oldRows);
}

} // namespace headlight
