#pragma once

#include "backend/Backend.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace headlight {

/// The keys that the query of a row may attend to: those of `reach` whose byte is not 0 (null: all).
struct KeysOfRow {
    Mask::Reach reach;
    const std::uint8_t* bytes = nullptr;
};

/// The cells of a stage that count, row by row.
class CountedCells {
public:
    virtual KeysOfRow keysOf(Index row) const = 0;
    /// Returns the values of a row that count, side by side; they are copied to `scratch` if others are between them.
    std::span<const float> of(Index row, const float* values, std::vector<float>& scratch) const;

protected:
    ~CountedCells() = default;
};

/// Returns the values of a reduced map that stand for masked cells only; empty if there are none. Asks for ascending
/// rows, but not for rows that cannot change the result any more.
CellMask maskedIn(const Area& area, const CountedCells& counted);

/// A layer's mask, laid out for loops.
class AllowedKeys final : public CountedCells {
public:
    /// Takes over a mask for these sizes. Does nothing if it has them already.
    void take(const Mask& mask, Index queries, Index keys);

    Mask::Reach reach(Index row) const { return isOn_ ? mask_.reach(row, keys_) : Mask::Reach{0, keys_}; }
    const std::uint8_t* bytes(Index row) const { return bytes_.empty() ? nullptr : bytes_.data() + row * stride_; }
    KeysOfRow keysOf(Index row) const override { return {reach(row), bytes(row)}; }
    Index keys() const { return keys_; }
    const Mask& mask() const { return mask_; }

    /// Returns maskedIn() of a stage's cells. The last results are kept, since all heads of a layer ask for the same
    /// ones.
    CellMask maskedIn(Stage stage, const Area& area);

private:
    Mask mask_;
    bool isOn_ = false;
    Index queries_ = 0, keys_ = 0;
    std::vector<std::uint8_t> bytes_; ///< [queries, keys] of a given mask; one row for all if only keys are hidden
    Index stride_ = 0;
    struct Known {
        Stage stage;
        Area area;
        CellMask masked;
    };
    std::vector<Known> known_;
};

/// Returns a pointer that does not own the cells, which must outlive it.
inline std::shared_ptr<const CountedCells> unowned(const CountedCells& cells) {
    return {std::shared_ptr<void>(), &cells};
}
/// Returns the cells of a stage that count; null: all. `allowed`, of the mask of its layer, must outlive them.
std::shared_ptr<const CountedCells> countedCells(Stage stage, const AllowedKeys& allowed);

} // namespace headlight
