#pragma once

#include "backend/cpu/ContextRows.h"
#include "backend/cpu/WeightBins.h"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace headlight {

/// A tile of a map of one head, and the matrix that gets it.
struct TileRead {
    Stage stage;
    Area area;
    Pooling pooling;
    Matrix* to;
    std::shared_ptr<WeightBins> bins = {}; ///< bins that are to be kept, see WeightRows
};

/// All rows of the context of a head, see ContextRows.
struct ContextRead {
    const kernels::PackedMatrix& values;
    ContextBlock to;
};

/// The tiles and the context that are left to be made from the rows of one table. Tiles of the same rows are made
/// together, and the context together with tiles that cover all rows: each score is read, or computed, once for all.
struct ScoreSinks {
    std::vector<TileRead> tiles;
    std::optional<ContextRead> context;

    /// Called with each row's scores before anything uses them; on several threads, each with a `scratch` of its own.
    using EachRow = std::function<void(Index row, const float* scores, std::vector<float>& scratch)>;
    /// Calls `each` for all rows, and meanwhile makes the context and tiles that cover all rows.
    void tell(const ScoreTable& table, const EachRow& each);
    /// Makes the tiles that are left. The context stays left if none of these tiles covers all rows.
    void make(const ScoreTable& table);

private:
    void pass(const ScoreTable& table, const Area& rows, const EachRow& each);
};

} // namespace headlight
