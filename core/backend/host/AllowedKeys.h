#pragma once

#include "backend/Backend.h"

#include <cstdint>
#include <span>
#include <vector>

namespace headlight {

/// A layer's Mask laid out for the loops. To the query of a row belong the keys [begin, end), and of these the ones
/// whose byte is not 0.
class AllowedKeys {
public:
    /// Does nothing if it holds just that.
    void take(const Mask& mask, Index queries, Index keys);

    Mask::Reach reach(Index row) const { return isOn_ ? mask_.reach(row, keys_) : Mask::Reach{0, keys_}; }
    const std::uint8_t* bytes(Index row) const { return bytes_.empty() ? nullptr : bytes_.data() + row * stride_; }
    /// Those of a row's values, one after the other: in `scratch` if others are between them.
    std::span<const float> of(Index row, const float* values, std::vector<float>& scratch) const;
    Index keys() const { return keys_; }
    const Mask& mask() const { return mask_; }

    /// Of each value of a reduced map, whether all cells are masked that it stands for; empty if that is true of none.
    /// The last ones are kept: all heads of a layer ask for the same.
    const CellMask& maskedIn(const Area& area);

private:
    CellMask computed(const Area& area) const;

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
