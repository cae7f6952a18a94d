#pragma once

#include "backend/cpu/ContextRows.h"

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace headlight {

/// A tile of a map of one head, and the matrix that gets it.
struct TileRead {
    Stage stage;
    Area area;
    Pooling pooling;
    Matrix* to;
};

/// All rows of the context of a head, see ContextRows.
struct ContextRead {
    const kernels::PackedMatrix& values;
    ContextBlock to;
};

/// Makes tiles of one streamed table, and the context. Tiles of the same rows are made together, and the context
/// together with tiles that cover all rows, so that each score is computed once for all of them.
class StreamedTiles {
public:
    explicit StreamedTiles(std::vector<TileRead> reads, std::optional<ContextRead> context = {})
        : left_(std::move(reads)), context_(context) {}

    /// Called with each row's scores before anything uses them; on several threads, each with a `scratch` of its own.
    using EachRow = std::function<void(Index row, const float* scores, std::vector<float>& scratch)>;
    /// Calls `each` for all rows, and meanwhile makes the context and tiles that cover all rows.
    void tell(const ScoreTable& table, const EachRow& each);
    /// Makes the tiles that are left. The context stays left if none of these tiles covers all rows.
    void make(const ScoreTable& table);
    bool hasContextLeft() const { return context_.has_value(); }

private:
    void makeThose(const ScoreTable& table, const Area& rows, const EachRow& each);

    std::vector<TileRead> left_;
    std::optional<ContextRead> context_;
};

} // namespace headlight
