#pragma once

#include "backend/Backend.h"
#include "backend/opencl/ScoreRows.h"

namespace headlight {

/// The stages of one head, Q to Context, on a device.
class OpenClHead {
public:
    void move(DeviceQueue& queue, const DeviceMove& queries, const DeviceMove& keys, bool isRuleNew,
              const DeviceRule& rule);
    /// Remembers from which stages scores and context are computed. Called before the functions below.
    void follow(const Op& scores, const Op& sum) { scoresOp_ = scores, contextOp_ = sum; }
    /// Carries out an affine operation for these rows.
    void project(DeviceQueue& queue, const Op& affine, const DeviceMatrix& x,
                 const PerHeadParameter<FrozenMatrix>& head, const IndexSet& rows);
    void attend(DeviceQueue& queue, const HeadUpdate& update, const DeviceRule& rule);
    /// `head`: its index.
    void computeContext(DeviceQueue& queue, const HeadUpdate& update, const DeviceRule& rule, std::size_t head);
    void clearContext(DeviceQueue& queue, Index rows); ///< for a head that is off
    /// Adds its part to a rollout step, which is computed of the stage `weights`.
    void addToStep(DeviceQueue& queue, Stage weights, const DeviceRule& rule, float share, bool isFirst, float diagonal,
                   const DeviceMatrix& step) const;

    const DeviceMatrix& context() const { return context_; }
    DeviceCells cells(DeviceQueue& queue, Stage stage, const DeviceRule& rule, std::size_t head) const;

private:
    /// A stage that an affine operation makes.
    struct Projected {
        DeviceMatrix weight, bias, own;
        const DeviceMatrix* values = nullptr; ///< `own`, or without weight and bias the input
    };
    DeviceCells ofScores(Stage stage, const DeviceRule& rule, std::size_t head) const;

    Op scoresOp_, contextOp_; ///< the operations that make the scores and the context
    PerStage<Projected> affine_;
    DeviceMatrix keysTransposed_; ///< the transpose of the keys, or (not isTransposed_) of former ones
    bool isTransposed_ = false;
    ScoreRows scores_;
    DeviceMatrix context_;
};

DeviceCells cellsOf(const DeviceMatrix& matrix, const cl::Buffer& none);

} // namespace headlight
