#pragma once

#include "backend/Backend.h"
#include "engine/TokenRows.h"
#include "engine/stages.h"
#include "session/Session.h"

#include <array>
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
    std::uint64_t stamp(Stage stage) const { return stamps_[static_cast<std::size_t>(stage)]; }
    BackendHead& blocks() { return *blocks_; }
    /// Computed from exactly these blocks?
    bool belongsTo(const Head& head) const;

private:
    struct Seen {
        FrozenMatrix x, w, bias;
    };
    void project(Block block, const FrozenMatrix& x, const FrozenMatrix& w, const FrozenMatrix& bias,
                 Comparisons& compare, std::uint64_t& clock);
    void attend(const WeightRule& rule, std::uint64_t& clock);
    std::uint64_t& stampOf(Stage stage) { return stamps_[static_cast<std::size_t>(stage)]; }

    std::unique_ptr<BackendHead> blocks_;
    std::array<Seen, 3> seen_;         ///< of Q, K, V
    std::array<RowSet, 2> unattended_; ///< rows of Q, K changed since the scores were computed
    bool attended_ = false;
    std::uint64_t attendedQ_ = 0, attendedK_ = 0; ///< their stamps then
    WeightRule rule_;
    std::array<std::uint64_t, 9> stamps_{};
};

} // namespace headlight
