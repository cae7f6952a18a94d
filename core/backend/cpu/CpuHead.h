#pragma once

#include "backend/cpu/ProjectedBlock.h"
#include "backend/cpu/ScoreTable.h"
#include "backend/cpu/TileCache.h"

#include <span>
#include <vector>

namespace headlight {

/// The stages of one head, Q to Context.
class CpuHead {
public:
    /// Moves rows and columns as in LayerUpdate; null: they are where they were.
    void move(const RowMap* queries, const RowMap* keys, bool isRuleNew);
    /// Remembers from which stages scores and context are computed. Called before the functions below.
    void follow(const Op& scores, const Op& sum) { scoresOp_ = scores, contextOp_ = sum; }
    /// Carries out an affine operation for these rows.
    void project(const Op& affine, const Matrix& x, const PerHeadParameter<FrozenMatrix>& head, const IndexSet& rows,
                 std::uint64_t version);
    /// The place of the context in Concat, whose rows CpuLayer moves. Empty until a context is asked for.
    ContextBlock context;
    /// Brings the scores up to date and makes tiles of its maps. `head`: its index. Returns true if the context was
    /// computed meanwhile; else computeContext() does it.
    bool attend(const HeadUpdate& update, const ScoreRule& rule, std::size_t head, const AllowedKeys& allowed,
                Stopping::Step* stopping = nullptr, std::span<const TileRead> reads = {});
    void computeContext(const IndexSet& rows);

    StageView view(Stage stage) const;
    const ScoreTable& table() const { return table_; }

private:
    kernels::PackedMatrix packedValues() const;
    void contextOfRow(Index row, float* out) const;

    const Matrix& queries() const { return affine_[scoresOp_.inputs[0]].values(); }
    const Matrix& keys() const { return affine_[scoresOp_.inputs[1]].values(); }
    const Matrix& values() const { return affine_[contextOp_.inputs[1]].values(); }
    bool areValuesFinite() { return affine_[contextOp_.inputs[1]].isFinite(); }

    Op scoresOp_, contextOp_;         ///< the operations that make the scores and the context
    PerStage<ProjectedBlock> affine_; ///< the stages that affine operations make
    ScoreTable table_;
    TileCache tiles_;
};

} // namespace headlight
