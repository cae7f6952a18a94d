#pragma once

#include "backend/Backend.h"
#include "backend/opencl/ScoreRows.h"

namespace headlight {

/// Cells of a stage: scores and how they are read, or a matrix, which is read as scores are.
struct DeviceCells {
    Index rows = 0, cols = 0;
    std::vector<ScoreRows::Block> blocks;
    device::Cell cell = device::Cell::Scores;
    device::Rule rule;
    device::Mask mask;
    cl::Buffer reach, bytes, dropped, known; ///< of DeviceRule, the head, and ScoreRows
    bool hasKnown = false;                   ///< it is made of scores
    bool hasDropout = false;
    bool isMasked = false; ///< masked cells do not count
    float masked = 0;      ///< what is shown instead
};

/// The stages of one head, Q to Context, on a device.
class OpenClHead {
public:
    void move(DeviceQueue& queue, const DeviceMove& queries, const DeviceMove& keys, bool isRuleNew,
              const DeviceRule& rule);
    void project(DeviceQueue& queue, const Projection& projection, const DeviceMatrix& x,
                 const PerParameter<FrozenMatrix>& head, const IndexSet& rows);
    void attend(DeviceQueue& queue, const HeadUpdate& update, const DeviceRule& rule);
    /// `head`: its index.
    void computeContext(DeviceQueue& queue, const IndexSet& rows, const DeviceRule& rule, std::size_t head);
    /// Its part of a rollout step.
    void addToStep(DeviceQueue& queue, const DeviceRule& rule, float share, bool isFirst, float diagonal,
                   const DeviceMatrix& step) const;

    const DeviceMatrix& context() const { return context_; }
    const cl::Buffer& known() const { return scores_.known(); }
    DeviceCells cells(DeviceQueue& queue, Stage stage, const DeviceRule& rule, std::size_t head) const;

private:
    /// Q, K or V.
    struct Projected {
        DeviceMatrix weight, bias, own;
        const DeviceMatrix* values = nullptr; ///< `own`, or without weight and bias the input
    };
    DeviceCells ofScores(Stage stage, const DeviceRule& rule, std::size_t head) const;

    PerProjection<Projected> projected_;
    DeviceMatrix keysTurned_;
    ScoreRows scores_;
    DeviceMatrix context_;
};

DeviceCells cellsOf(const DeviceMatrix& matrix, const cl::Buffer& none);

} // namespace headlight
