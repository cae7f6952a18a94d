#pragma once

#include "backend/cpu/CpuHead.h"
#include "backend/cpu/NormedBlock.h"
#include "backend/cpu/SharedCells.h"

#include <memory>
#include <vector>

namespace headlight {

/// A layer in memory: its heads, their contexts side by side, and what is made of them. Arithmetic by core/kernels.
class CpuLayer : public BackendLayer {
public:
    Result<IndexSet> run(const LayerUpdate& update, std::span<const Read> reads, std::span<Answer> answers) override;

private:
    void takeHeads(const std::vector<HeadUpdate>& updates);
    void relocate(const Relocation* queries, const Relocation* keys);
    void compute(std::size_t head, const LayerUpdate& update);
    IndexSet join(const Layer& layer, Stage upTo);
    void joinContexts();
    const FrozenMatrix& output(const Layer& layer);
    FrozenMatrix result(const Layer& layer, const FrozenMatrix& made);
    FrozenMatrix rollout(Stage stage, const CpuLayer* below);
    IndexSet takeResult(const FrozenMatrix& now);

    Answer answer(const Read& read);
    Answer answerDifference(const Read& read, SharedCells& cells);
    StageView view(Stage stage, int head);

    FrozenMatrix x_, xKv_;
    FrozenMatrix normed_; ///< what the heads read instead of x; null: that
    NormedBlock normBefore_, normAfter_;
    Frozen<PerStage<FrozenMatrix>> given_;
    const FrozenMatrix& blockOf(Stage stage) const;
    AllowedKeys allowed_;
    std::vector<std::unique_ptr<CpuHead>> heads_;
    bool isReordered_ = false; ///< heads came, went or moved since the contexts were joined

    PerStage<FrozenMatrix> joined_; ///< Concat, Output, Result; Rollout, Product
    IndexSet staleOutput_;          ///< rows of Concat that changed since the output was computed
    ProjectedBlock output_;
    FrozenMatrix outputWeights_, outputBias_; ///< of which it was computed
    FrozenMatrix result_;                     ///< what a layer above reads
    Scratch scratch_;
};

} // namespace headlight
