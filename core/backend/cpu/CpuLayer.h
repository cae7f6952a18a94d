#pragma once

#include "backend/cpu/CpuHead.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace headlight {

/// A layer in memory: its heads, their contexts side by side, and the stages of the layer. Computed by core/kernels.
class CpuLayer : public BackendLayer {
public:
    Result<Ran> run(const LayerUpdate& update, std::span<const Read> reads, std::span<Answer> answers,
                    const Watch& watch) override;
    void forgetInputs() override { hostX_ = hostXKv_ = {}; }

private:
    void takeInputs(const LayerUpdate& update);
    void takeHeads(const LayerUpdate& update);
    void move(const LayerUpdate& update);
    void placeContexts(const LayerUpdate& update);
    double workOf(const LayerUpdate& update, std::span<const Read> reads) const;
    void compute(std::size_t head, const LayerUpdate& update, std::span<const TileRead> tiles, Stopping::Step& step);
    void computeOwn(const Op& op, const LayerUpdate& update, Stopping& stopping);
    void sum(const Op& op, const LayerWeights& weights, const IndexSet& rows);
    Matrix rollout(const Op& op, const CpuLayer* below, Stopping& stopping);
    const Matrix& blockOf(Stage stage) const;
    Answer answer(const Read& read, Stopping& stopping);

    FrozenMatrix hostX_, hostXKv_;               ///< kept as long as they are read
    const Matrix *x_ = nullptr, *xKv_ = nullptr; ///< the inputs: hostX_ and hostXKv_, or results of layers below
    Program program_;                            ///< that of the last update
    Frozen<LayerWeights> weights_;               ///< keeps the given stages, which heads read in their place
    PerStage<std::uint64_t> versions_; ///< numbers of what the heads read, new whenever a value may have changed
    std::uint64_t version_ = 0;        ///< the last of these numbers
    AllowedKeys allowed_;
    std::vector<std::unique_ptr<CpuHead>> heads_;
    PerStage<Matrix> own_;            ///< stages of the layer; the heads fill the one that has them side by side
    PerStage<ProjectedBlock> affine_; ///< stages of the layer that an affine operation makes
};

} // namespace headlight
