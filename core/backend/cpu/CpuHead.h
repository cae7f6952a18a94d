#pragma once

#include "backend/cpu/ProjectedBlock.h"
#include "backend/cpu/ScoreTable.h"
#include "backend/cpu/TileCache.h"

#include <optional>
#include <span>
#include <vector>

namespace headlight {

/// The stages of one head, Q to Context.
class CpuHead {
public:
    /// Moves rows and columns as in LayerUpdate; null: they are where they were.
    void move(const RowMap* queries, const RowMap* keys, bool isRuleNew);
    /// Remembers from which stages scores and context (null: there is none) are computed. Called before the functions
    /// below.
    void follow(const Op& scores, const Op* sum) {
        scoresOp_ = scores;
        contextOp_ = sum ? std::optional(*sum) : std::nullopt;
    }
    /// Returns the block of a stage that an affine operation makes, or that is given.
    ProjectedBlock& affine(Stage stage) { return affine_[stage]; }
    /// The place of the context in Concat, whose rows CpuLayer moves. Empty until a context is asked for.
    ContextBlock context;
    /// Brings the scores up to date and makes tiles of its maps. `head`: its index. Returns true if the context was
    /// computed meanwhile; else computeContext() does it.
    bool attend(const HeadUpdate& update, const ScoreRule& rule, std::size_t head, const AllowedKeys& allowed,
                Stopping::Step* stopping = nullptr, std::span<const TileRead> reads = {});
    void computeContext(const IndexSet& rows);
    void clearContext() { context.all->middleCols(context.col, context.cols).setZero(); } ///< for a head that is off

    StageView view(Stage stage) const;
    const ScoreTable& table() const { return table_; }

private:
    kernels::PackedMatrix packedValues() const;
    void contextOfRow(Index row, float* out) const;

    const Matrix& values() const { return affine_[contextOp_->inputs[1]].values(); }
    bool areValuesFinite() { return affine_[contextOp_->inputs[1]].isFinite(); }
    bool wantsContext(const HeadUpdate& update) const { return contextOp_ && update.rows[contextOp_->result].all; }

    Op scoresOp_; ///< the operation that makes the scores
    std::optional<Op> contextOp_;
    PerStage<ProjectedBlock> affine_; ///< the stages that affine operations make, or that are given
    ScoreTable table_;
    TileCache tiles_;
};

} // namespace headlight
