#pragma once

#include "backend/Backend.h"
#include "backend/opencl/ScoreRows.h"

namespace headlight {

/// The stages of one head, Q to Context, on a device.
class OpenClHead {
public:
    void move(DeviceQueue& queue, const DeviceMove& queries, const DeviceMove& keys, bool isRuleNew,
              const DeviceRule& rule);
    void project(DeviceQueue& queue, const Projection& projection, const DeviceMatrix& x,
                 const PerHeadParameter<FrozenMatrix>& head, const IndexSet& rows);
    void attend(DeviceQueue& queue, const HeadUpdate& update, const DeviceRule& rule);
    /// `head`: its index.
    void computeContext(DeviceQueue& queue, const IndexSet& rows, const DeviceRule& rule, std::size_t head);
    /// Adds its part to a rollout step.
    void addToStep(DeviceQueue& queue, const DeviceRule& rule, float share, bool isFirst, float diagonal,
                   const DeviceMatrix& step) const;

    const DeviceMatrix& context() const { return context_; }
    DeviceCells cells(DeviceQueue& queue, Stage stage, const DeviceRule& rule, std::size_t head) const;

private:
    /// Q, K or V.
    struct Projected {
        DeviceMatrix weight, bias, own;
        const DeviceMatrix* values = nullptr; ///< `own`, or without weight and bias the input
    };
    DeviceCells ofScores(Stage stage, const DeviceRule& rule, std::size_t head) const;

    PerProjection<Projected> projected_;
    DeviceMatrix keysTransposed_; ///< the transpose of K, or (not isTransposed_) of a former K
    bool isTransposed_ = false;
    ScoreRows scores_;
    DeviceMatrix context_;
};

DeviceCells cellsOf(const DeviceMatrix& matrix, const cl::Buffer& none);

} // namespace headlight
