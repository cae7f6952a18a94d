#pragma once

#include "backend/cpu/ScoreSinks.h"

#include <memory>
#include <span>
#include <vector>

namespace headlight {

/// Tiles of a ScoreTable, and what makes the next ones fast: for scores the tile itself (an edit changes only the
/// values that stand for its row and its column), for weights WeightBins unless the scores are streamed. A map is kept
/// while it is asked for after every change. Of each stage at most kMaxPerStage maps are kept, since between two
/// changes a person may zoom and pan over any number of regions.
class TileCache {
public:
    /// Makes tiles of maps of the head (Scores, Scaled, Masked, Weights or Dropped) that the last update() of the table
    /// has not made. `sinks` may bring a context, and has no tile afterwards.
    void make(const ScoreTable& table, std::span<const TileRead> reads, ScoreSinks& sinks);

    /// Two regions of a map: the one on the screen, and one more (a detail beside it, or the region shown before).
    static constexpr int kMaxPerStage = 2;
    std::size_t count() const { return kept_.size(); } ///< returns the number of maps that are kept
    std::size_t bytes() const;                         ///< returns the bytes of their values

private:
    struct Kept {
        Stage stage;
        Area area;
        Pooling pooling;
        std::uint64_t generation = 0;
        Matrix values;                    ///< the tile of a map of scores
        std::shared_ptr<WeightBins> bins; ///< for a map of weights
    };
    /// Returns what is kept of this map, and in `change` what has changed in the table since.
    Kept& kept(const ScoreTable& table, const TileRead& read, Pooling pooling, ScoreTable::Change& change);

    std::vector<Kept> kept_; ///< in the order of last use
};

} // namespace headlight
