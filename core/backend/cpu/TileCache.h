#pragma once

#include "backend/cpu/WeightBins.h"
#include "backend/cpu/scoreViews.h"

#include <vector>

namespace headlight {

/// Tiles of a ScoreTable, with what makes the next one quick: of scores the tile itself (an edit changes the values
/// that stand for its row and its column), of weights WeightBins. Kept while a map is asked for after
/// every change, dropped when it is not; and of each stage no more than the last kMaxPerStage maps, for between two
/// changes a person may zoom and pan over any number of regions.
class TileCache {
public:
    /// `stage`: a map of the head: Scores, Scaled, Masked, Weights or Dropped.
    Matrix tile(const ScoreTable& table, Stage stage, const Area& area, Pooling pooling);
    /// Of a streamed table: whether tile() need not read all that the map shows.
    bool isQuick(const ScoreTable& table, Stage stage, const Area& area, Pooling pooling) const;
    /// That is what tile() would make now.
    void keep(const ScoreTable& table, Stage stage, const Area& area, Pooling pooling, const Matrix& values);

    /// Two regions of a map: the one on the screen, and one more (a detail beside it, or the region shown before).
    static constexpr int kMaxPerStage = 2;
    std::size_t count() const { return kept_.size(); } ///< maps that are kept
    std::size_t bytes() const;                         ///< what their values take

private:
    struct Kept {
        Stage stage;
        Area area;
        Pooling pooling;
        std::uint64_t generation = 0;
        Matrix values;      ///< of scores
        WeightBins weights; ///< of weights

        bool isOf(Stage s, const Area& a, Pooling p) const { return stage == s && area == a && pooling == p; }
    };
    static bool isOfRows(const ScoreTable& table, Stage stage);
    /// What is kept of this map, and in `change` what has happened to the table since.
    Kept& kept(const ScoreTable& table, Stage stage, const Area& area, Pooling pooling, ScoreTable::Change& change);
    /// Drops the map of this stage that was not asked for longest, if there are as many as may be.
    void makeRoom(Stage stage);

    std::vector<Kept> kept_; ///< in the order in which they were asked for
};

} // namespace headlight
