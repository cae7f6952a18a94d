#pragma once

#include "engine/LayerState.h"

#include <cstdint>
#include <vector>

namespace headlight {

/// Which cells of a stage a difference compares: those that both layers have, and that both allow (of weights, which
/// are 0 where they are masked: that one of them allows). Laid out by rows, when they are asked for. Any thread.
class ComparedCells {
public:
    /// `rows`, `cols`: where they were in `before`; null: they have not moved.
    ComparedCells(const StageInfo& info, const LayerState& now, const LayerState& before, const Frozen<RowMap>& rows,
                  const Frozen<RowMap>& cols);

    Index rows() const { return rows_.now(); }
    Index cols() const { return cols_.now(); }
    Index rowBefore(Index row) const { return rows_.from[static_cast<std::size_t>(row)]; } ///< -1: there was none
    Index colsBefore() const { return cols_.before; }
    bool areAll() const { return areAsBefore_ && !now_.isOn(); }
    bool areAsBefore() const { return areAsBefore_; } ///< nothing has moved, and both have one mask

    /// Columns that stay beside each other.
    struct Run {
        Index from, to, count;
    };
    const std::vector<Run>& runs() const { return runs_; }

    /// `counts` [cols]: 1 for a cell of that row that is compared, else 0. Whether there is one.
    bool of(Index row, std::uint8_t* counts, std::vector<std::uint8_t>& scratch) const;

private:
    RowMap rows_, cols_;
    std::vector<Run> runs_;
    Mask now_, before_;
    bool isOneEnough_ = false; ///< of the two masks
    bool areAsBefore_ = false;
};

} // namespace headlight
