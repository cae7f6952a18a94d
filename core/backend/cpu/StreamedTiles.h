#pragma once

#include "backend/cpu/ScoreTable.h"

#include <functional>
#include <span>
#include <vector>

namespace headlight {

/// A tile of a map of one head, and where it goes.
struct TileRead {
    Stage stage;
    Area area;
    Pooling pooling;
    Matrix* to;
};

/// Tiles of one streamed table. Those of the same rows are made together: each score is computed once for all of them.
class StreamedTiles {
public:
    explicit StreamedTiles(std::vector<TileRead> reads) : left_(std::move(reads)) {}

    /// Tells of each row's scores before any tile takes them; on several threads, each with a vector of its own.
    using EachRow = std::function<void(Index row, const float* scores, std::vector<float>& scratch)>;
    /// Tells of all rows, and makes the tiles of all rows meanwhile. False: there are none.
    bool tell(const ScoreTable& table, const EachRow& each);
    /// Makes those that are left.
    void make(const ScoreTable& table);

private:
    void makeThose(const ScoreTable& table, const Area& rows, const EachRow& each);

    std::vector<TileRead> left_;
};

} // namespace headlight
