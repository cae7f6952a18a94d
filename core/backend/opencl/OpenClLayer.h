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
    void computeHead(std::size_t head, const LayerUpdate& update);
    void computeOwn(const Op& op, const LayerUpdate& update);
    void putBeside(const Op& op, const RowSet& rows);
    void sum(const Op& op, double eps, const RowSet& rows);
    void rollOut(const Op& op, const LayerWeights& weights, const OpenClLayer* below);
    DeviceCells cellsFor(const Read& read) const;
    const DeviceMatrix& blockOf(Stage stage) const;

    std::shared_ptr<DeviceQueue> queue_;
    std::shared_ptr<DeviceAnswers> answers_;
    DeviceMatrix hostX_, hostXKv_;
    const DeviceMatrix *x_ = nullptr, *xKv_ = nullptr; ///< the inputs: hostX_ and hostXKv_, or results of layers below
    DeviceRule rule_;
    std::vector<std::unique_ptr<OpenClHead>> heads_;
    PerStage<DeviceMatrix> own_; ///< stages of the layer
    PerLayerParameter<DeviceMatrix> weights_;
    Program program_; ///< that of the last update
};

} // namespace headlight
