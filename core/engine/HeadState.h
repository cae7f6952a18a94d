#pragma once

#include "attention/stages.h"
#include "backend/Backend.h"
#include "engine/TokenRows.h"
#include "session/Session.h"

#include <cstdint>
#include <memory>

namespace headlight {

/// What the heads of one layer read.
struct LayerInputs {
    FrozenMatrix x, xKv; ///< xKv is x without cross-attention
    WeightRule rule;
};

/// The rule of a layer whose heads have this d_k.
WeightRule ruleOf(const Options& options, Index dk);

/// One head: its blocks at the backend, and which inputs they were computed from. Straight-line: each step looks
/// whether its inputs are the blocks it saw last, and passes on which of its rows changed.
class HeadState {
public:
    explicit HeadState(std::unique_ptr<BackendHead> blocks) : blocks_(std::move(blocks)) {}

    /// Brings everything that `stage` needs up to date.
    void bringUpTo(Stage stage, const Head& head, const LayerInputs& inputs, Comparisons& compare,
                   std::uint64_t& clock);
    /// Drops the scores until they are needed again.
    void forgetScores();

    /// A number that changes whenever the stage's values may have changed, and is never used twice.
    std::uint64_t stamp(Stage stage) const { return stamps_[stage]; }
    BackendHead& blocks() { return *blocks_; }
    /// Computed from exactly these blocks?
    bool belongsTo(const Head& head) const;

private:
    struct Seen {
        FrozenMatrix x, w, bias;
    };
    void project(const Projection& projection, const Head& head, const FrozenMatrix& x, Comparisons& compare,
                 std::uint64_t& clock);
    void attend(const WeightRule& rule, std::uint64_t& clock);

    std::unique_ptr<BackendHead> blocks_;
    PerStage<Seen> seen_;         ///< of Q, K, V
    PerStage<RowSet> unattended_; ///< rows of Q, K changed since the scores were computed
    bool attended_ = false;
    std::uint64_t attendedQ_ = 0, attendedK_ = 0; ///< their stamps then
    WeightRule rule_;
    PerStage<std::uint64_t> stamps_;
};

} // namespace headlight
