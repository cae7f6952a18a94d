#include "backend/cpu/ScoreStore.h"

#include <algorithm>

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

void ScoreStore::resize(Index rows, Index cols) {
    if (!fits(capacity_, roundedUp(rows)) || !fits(ld_, strideOf(cols))) {
        const std::unique_ptr<float[]> before = std::move(data_);
        const Index ld = ld_;
        allocate(rows, cols);
        for (Index row = 0; row < std::min(rows_, rows); ++row)
            std::copy_n(before.get() + row * ld, std::min(cols_, cols), this->row(row));
    }
    rows_ = rows;
    cols_ = cols;
}

void ScoreStore::reset(Index rows, Index cols) {
    if (!fits(capacity_, roundedUp(rows)) || !fits(ld_, strideOf(cols))) {
        data_.reset(); // first: not both at once
        allocate(rows, cols);
    }
    rows_ = rows;
    cols_ = cols;
}

} // namespace headlight
