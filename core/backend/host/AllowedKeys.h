#pragma once

#include "backend/Backend.h"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace headlight {

/// To the query of a row belong the keys of its reach, and of these the ones whose byte is not 0 (null: all).
struct KeysOfRow {
    Mask::Reach reach;
    const std::uint8_t* bytes = nullptr;
};

/// Of each value of a reduced map, whether all cells are masked that it stands for; empty if that is true of none.
/// `keysOf` is asked for rows in turn, but not for those that change nothing any more.
CellMask maskedIn(const Area& area, const std::function<KeysOfRow(Index row)>& keysOf);

/// A layer's Mask laid out for the loops.
class AllowedKeys {
public:
    /// Does nothing if it holds just that.
    void take(const Mask& mask, Index queries, Index keys);

    Mask::Reach reach(Index row) const { return isOn_ ? mask_.reach(row, keys_) : Mask::Reach{0, keys_}; }
    const std::uint8_t* bytes(Index row) const { return bytes_.empty() ? nullptr : bytes_.data() + row * stride_; }
    KeysOfRow keysOf(Index row) const { return {reach(row), bytes(row)}; }
    /// Those of a row's values, one after the other: in `scratch` if others are between them.
    std::span<const float> of(Index row, const float* values, std::vector<float>& scratch) const;
    Index keys() const { return keys_; }
    const Mask& mask() const { return mask_; }

    /// maskedIn() of its rows. The last ones are kept: all heads of a layer ask for the same.
    const CellMask& maskedIn(const Area& area);

private:
    Mask mask_;
    bool isOn_ = false;
    Index queries_ = 0, keys_ = 0;
    std::vector<std::uint8_t> bytes_; ///< [queries, keys] of a given mask; one row for all if keys are hidden alone
    Index stride_ = 0;
    struct Known {
        Area area;
        CellMask masked;
    };
    std::vector<Known> known_;
};

} // namespace headlight
