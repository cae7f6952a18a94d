#pragma once

#include "backend/host/AllowedKeys.h"
#include "engine/LayerRecord.h"
#include "engine/ModelInputs.h"

#include <memory>
#include <span>

namespace headlight {

/// One layer of the backend with its record. A frame calls follow(), want(), run(), and, when the backend has finished,
/// settle().
class LayerState {
public:
    explicit LayerState(std::unique_ptr<BackendLayer> blocks) : blocks_(std::move(blocks)) {}

    /// Called before a frame: releases the rows of the host, so that they can be changed in place.
    void forgetInputs();
    /// `below`: the state of the layer below, which has run; null for the first layer.
    void follow(const Session& session, int layer, LayerState* below, const ModelInputs& inputs, Stamp& clock);
    void want(const LayerPlan& plan, bool streams = false);
    Result<Ran> run(std::span<const Read> reads, std::span<Answer> answers, const Watch& watch) {
        return blocks_->run(update_, reads, answers, watch);
    }
    void settle() { record_.settle(update_); }
    /// Reads more of the frame that was settled last; the answers are valid after the backend's finish().
    Result<Ran> read(std::span<const Read> reads, std::span<Answer> answers);

    Stamp stamp(Stage stage, int head) const { return record_.stamp(stage, head); }
    const Sizes& sizes() const { return sizes_; }
    bool hasSecondSentence() const { return update_.queries != update_.keys; }
    const Program& program() const { return update_.program; }
    const ScoreRule& rule() const { return update_.rule; }
    const LayerWeights& weights() const { return *update_.weights; }
    AllowedKeys& allowed(); ///< returns the keys that the mask allows, laid out for loops
    const FrozenMatrix& host(Stage stage) const { return host_[stage]; }

private:
    std::unique_ptr<BackendLayer> blocks_;
    LayerRecord record_;
    PerStage<FrozenMatrix> host_;
    LayerUpdate update_;                           ///< the update of the last follow()
    std::uint64_t queriesTold_ = 0, keysTold_ = 0; ///< HostRows::number of its inputs; 0: they are of a layer below
    Sizes sizes_;
    AllowedKeys allowed_;

    /// The options and sizes that dropout was drawn for.
    struct Drawn {
        std::optional<Dropout> from;
        int heads = 0, queries = 0, keys = 0;
        friend bool operator==(const Drawn&, const Drawn&) = default;
    };
    Drawn drawn_;
};

} // namespace headlight
