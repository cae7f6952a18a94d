#pragma once

#include "engine/HeadState.h"
#include "engine/ModelInputs.h"

#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace headlight {

/// The rule of a layer whose heads have this d_k.
ScoreRule ruleOf(const Options& options, Index dk); ///< without its dropout, which is drawn

/// One layer at the backend, what it was computed from, and so what must be computed again. An answer is begin(), any
/// number of want(), then run().
class LayerState {
public:
    explicit LayerState(std::unique_ptr<BackendLayer> blocks) : blocks_(std::move(blocks)) {}

    /// `below`: the state of the layer below, which has run; null for the first layer.
    void begin(const Session& session, int layer, LayerState* below, const ModelInputs& inputs, Stamp& clock);
    /// Brings a stage that the layer has up to date; `head` if each head has it.
    void want(Stage stage, int head);
    /// What was wanted, and then the reads.
    Result<void> run(std::span<const Read> reads, std::span<Answer> answers);

    /// Of a stage that was wanted in this answer.
    Stamp stamp(Stage stage, int head) const;
    BackendLayer& blocks() { return *blocks_; }
    const Sizes& sizes() const { return sizes_; }
    const ScoreRule& rule() const { return update_.rule; }

private:
    struct Input {
        LayerInput source;
        Index rows = -1;
    };
    /// What has happened to an input since the last answer.
    struct Change {
        Frozen<Relocation> moved;
        IndexSet rows;
    };
    static Change changeOf(const Input& input, const LayerInput& now, const Change& ofBelow, const HostRows& host);
    void takeInput(Stage stage, Input& input, const LayerInput& now, const Change& change);
    void matchHeads(const std::vector<Head>& heads);
    void wantJoined(Stage stage);
    void wantRollout(Stage stage);

    std::unique_ptr<BackendLayer> blocks_;
    std::vector<HeadState> heads_;
    Input queries_, keys_;
    /// The norm before the heads, as it was seen last.
    struct SeenNorm {
        bool isOn = false;
        double eps = 0;
        FrozenMatrix gain, bias;
        friend bool operator==(const SeenNorm&, const SeenNorm&) = default;
    } norm_;
    void takeNorm(bool isOfKeys);
    void takeGiven(const Frozen<PerStage<FrozenMatrix>>& given);
    Frozen<PerStage<FrozenMatrix>> given_;

    /// What dropout drew, and for what.
    struct Drawn {
        Dropout from;
        int heads = 0, queries = 0, keys = 0;
        friend bool operator==(const Drawn&, const Drawn&) = default;
    };
    Drawn drawn_;
    Frozen<DropoutMask> dropout_;
    Frozen<DropoutMask> dropoutOf(const std::optional<Dropout>& dropout);

    PerStage<Stamp> stamps_; ///< of the stages that the layer has one of
    /// What a stage made of all heads was made of: stages before it, and parameters of the layer.
    struct MadeOf {
        std::vector<Stamp> stages;
        std::vector<FrozenMatrix> blocks;
        bool residual = false;
        std::optional<Norm> norm;
        friend bool operator==(const MadeOf&, const MadeOf&) = default;
    };
    PerStage<MadeOf> madeOf_;
    Change resultChange_; ///< what the layer above has not seen yet

    // During one answer.
    bool isIdle() const;      ///< nothing is to be done but reading
    bool hasMoved_ = false;   ///< heads came, went or changed places
    bool isInputNew_ = false; ///< even if it is only looked at
    LayerUpdate update_;
    const LayerState* below_ = nullptr;
    Sizes sizes_;
    Stamp* clock_ = nullptr;
};

} // namespace headlight
