#pragma once

#include "backend/cpu/WeightBins.h"
#include "backend/cpu/scoreViews.h"

#include <vector>

namespace headlight {

/// Tiles of a ScoreTable, and what makes the next ones fast: for scores the tile itself (an edit changes only the
/// values that stand for its row and its column), for weights WeightBins. A map is kept while it is asked for after
/// every change. Of each stage at most kMaxPerStage maps are kept, since between two changes a person may zoom and pan
/// over any number of regions.
class TileCache {
public:
    /// `stage`: a map of the head: Scores, Scaled, Masked, Weights or Dropped.
    Matrix tile(const ScoreTable& table, Stage stage, const Area& area, Pooling pooling);
    /// Returns true if tile() of a streamed table need not read all that the map shows.
    bool isQuick(const ScoreTable& table, Stage stage, const Area& area, Pooling pooling) const;
    /// Keeps values that tile() would return now.
    void keep(const ScoreTable& table, Stage stage, const Area& area, Pooling pooling, const Matrix& values);

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
        Matrix values;      ///< the tile of a map of scores
        WeightBins weights; ///< for a map of weights

        bool isOf(Stage s, const Area& a, Pooling p) const { return stage == s && area == a && pooling == p; }
    };
    static bool isOfRows(const ScoreTable& table, Stage stage);
    /// Returns what is kept of this map, and in `change` what has changed in the table since.
    Kept& kept(const ScoreTable& table, Stage stage, const Area& area, Pooling pooling, ScoreTable::Change& change);
    /// Drops the map of this stage that was asked for least recently, if there are kMaxPerStage of them.
    void keepWithinLimit(Stage stage);

    std::vector<Kept> kept_; ///< in the order of last use
};

} // namespace headlight
