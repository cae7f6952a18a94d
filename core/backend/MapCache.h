#pragma once

#include <vector>

#include "backend/ScoreTable.h"

namespace headlight {

/// Tiles of a ScoreTable, with what makes the next one quick: of scores the tile itself (an edit changes the values
/// that stand for its row and its column), of weights the largest scaled score of each row in each bin of columns
/// (weights follow the order of the scores, so only those can become a pixel). Kept while a map is asked for after
/// every change, dropped when it is not.
class MapCache {
public:
    /// `block`: Scores or Scaled.
    Matrix ofScores(const ScoreTable& table, Block block, const Reduction& reduction);
    Matrix weights(const ScoreTable& table, const Reduction& reduction);

private:
    struct Kept {
        Block block;
        Reduction reduction;
        std::uint64_t edition = 0;
        Matrix values;
    };
    /// What is kept of this map, and in `change` what has happened to the table since.
    Kept& kept(const ScoreTable& table, Block block, const Reduction& reduction, ScoreTable::Change& change);

    std::vector<Kept> kept_;
};

} // namespace headlight
