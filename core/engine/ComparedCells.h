#pragma once

#include "engine/LayerState.h"

#include <cstdint>
#include <vector>

namespace headlight {

/// The cells of a stage that a difference compares: those that both layers have and that both allow (for weights, which
/// are 0 where they are masked, that at least one allows). Those of a row are valid until the next one. One thread;
/// each thread takes a copy.
class ComparedCells final : public CountedCells {
public:
    /// `rows`, `cols`: their places in `before`; null: they have not moved. Both layers must outlive it.
    ComparedCells(const StageInfo& info, LayerState& now, LayerState& before, const Frozen<RowMap>& rows,
                  const Frozen<RowMap>& cols);

    Index rows() const { return rows_.now(); }
    Index cols() const { return cols_.now(); }
    Index rowBefore(Index row) const { return rows_.from[static_cast<std::size_t>(row)]; } ///< -1: there was none
    Index colsBefore() const { return cols_.before; }
    bool areAll() const { return areAll_; }
    bool areAsBefore() const { return areAsBefore_; } ///< true if nothing has moved and both masks are the same
    KeysOfRow keysOf(Index row) const override;

    /// A run of columns that stay beside each other.
    struct Run {
        Index from, to, count;
    };
    const std::vector<Run>& runs() const { return runs_; }

private:
    RowMap rows_, cols_;
    std::vector<Run> runs_;
    std::shared_ptr<const CountedCells> now_, before_; ///< null: all cells are allowed
    bool isOneEnough_ = false;                         ///< a cell counts if one of the two masks allows it
    bool areAsBefore_ = false, areAll_ = false;
    mutable std::vector<std::uint8_t> counts_, scratch_;
};

} // namespace headlight
