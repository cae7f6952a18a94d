#include "backend/cpu/ScoreStore.h"

#include <algorithm>
#include <cstring>

namespace headlight {
namespace {

constexpr Index kStep = 64;

Index roundedUp(Index size) { return (size + kStep - 1) / kStep * kStep; }

// Padded, so that a walk down a column does not hit the same cache set at every step.
Index strideOf(Index cols) { return roundedUp(cols) + 16; }

/// Large enough, and at most a step too large: typing to and fro at the edge of a step moves nothing.
bool fits(Index have, Index need) { return have == need || have == need + kStep; }

} // namespace

double ScoreStore::bytesFor(Index rows, Index cols) {
    return static_cast<double>(roundedUp(rows) + kStep) * static_cast<double>(strideOf(cols) + kStep) * sizeof(float);
}

void ScoreStore::allocate(Index rows, Index cols) {
    const Index capacity = roundedUp(rows), ld = strideOf(cols);
    capacity_ = ld_ = 0; // if there is no memory
    data_ = std::make_unique_for_overwrite<float[]>(static_cast<std::size_t>(capacity * ld));
    capacity_ = capacity;
    ld_ = ld;
}

void ScoreStore::reset(Index rows, Index cols) {
    if (!fits(capacity_, roundedUp(rows)) || !fits(ld_, strideOf(cols))) {
        data_.reset(); // first: not both at once
        allocate(rows, cols);
    }
    rows_ = rows;
    cols_ = cols;
}

void ScoreStore::relocate(const Relocation* rows, const Relocation* cols) {
    const Index nowRows = rows ? rows->now : rows_, nowCols = cols ? cols->now : cols_;
    const bool isInPlace = fits(capacity_, roundedUp(nowRows)) && fits(ld_, strideOf(nowCols));
    const std::unique_ptr<float[]> before = isInPlace ? nullptr : std::move(data_);
    const Index ld = ld_, oldRows = rows_, oldCols = cols_;
    if (!isInPlace) allocate(nowRows, nowCols);
    rows_ = nowRows;
    cols_ = nowCols;
    if (isInPlace && (!rows || rows->keepsPlaces()) && (!cols || cols->keepsPlaces())) return;
    const auto moveRow = [&](Index from, Index to) {
        const float* source = (before ? before.get() : data_.get()) + from * ld;
        const auto moveRun = [&](const Relocation::Run& run) {
            float* target = row(to) + run.to;
            if (target != source + run.from)
                std::memmove(target, source + run.from, static_cast<std::size_t>(run.count) * sizeof(float));
        };
        if (cols)
            cols->inPlace(moveRun);
        else
            moveRun({0, 0, oldCols});
    };
    const auto moveRows = [&](const Relocation::Run& run) {
        if (run.to <= run.from)
            for (Index i = 0; i < run.count; ++i) moveRow(run.from + i, run.to + i);
        else
            for (Index i = run.count; i-- > 0;) moveRow(run.from + i, run.to + i);
    };
    if (rows)
        rows->inPlace(moveRows);
    else
        moveRows({0, 0, oldRows});
}

} // namespace headlight
