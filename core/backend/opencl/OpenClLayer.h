#pragma once

#include "backend/opencl/DeviceAnswers.h"
#include "backend/opencl/OpenClHead.h"

#include <memory>
#include <vector>

namespace headlight {

/// A layer on a device. run() enqueues all that is to be done, and waits only to keep pace if scores are streamed.
class OpenClLayer : public BackendLayer {
public:
    OpenClLayer(std::shared_ptr<DeviceQueue> queue, std::shared_ptr<DeviceAnswers> answers)
        : queue_(std::move(queue)), answers_(std::move(answers)) {}
    ~OpenClLayer() override { answers_->discard(this); }

    Result<Ran> run(const LayerUpdate& update, std::span<const Read> reads, std::span<Answer> answers,
                    const Watch& watch) override;

private:
    void enqueue(const LayerUpdate& update, std::size_t& done);
    void takeInputs(const LayerUpdate& update);
    void move(const LayerUpdate& update);
    DeviceMove moveOf(const Frozen<RowMap>& map, Index size);
    void join(const LayerUpdate& update);
    void normalise(const DeviceMatrix& x, const LayerWeights& weights, const IndexSet& rows, DeviceMatrix& to);
    void makeResult(const LayerWeights& weights, const IndexSet& rows);
    void rollOut(Stage stage, const OpenClLayer* below);
    DeviceCells cellsFor(const Read& read) const;
    const DeviceMatrix& blockOf(Stage stage) const;

    std::shared_ptr<DeviceQueue> queue_;
    std::shared_ptr<DeviceAnswers> answers_;
    DeviceMatrix hostX_, hostXKv_;
    const DeviceMatrix *x_ = nullptr, *xKv_ = nullptr; ///< the inputs: hostX_ and hostXKv_, or results of layers below
    bool hasKeys_ = false;                             ///< xKv_ is another input than x_
    DeviceRule rule_;
    std::vector<std::unique_ptr<OpenClHead>> heads_;
    PerStage<DeviceMatrix> own_; ///< Normed, Concat, Output, Result, rollouts
    PerLayerParameter<DeviceMatrix> weights_;
    Stage result_ = Stage::Concat; ///< the stage that the layer above reads
};

} // namespace headlight
