#pragma once

#include "session/Session.h"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headlight {

/// What is computed on the way of one layer, in the order of the paper. Embeddings and Positions add up to X where
/// there are positions. Scores are Q Kᵀ; Scaled is after scale and temperature; Masked is that, and -inf where a query
/// may not attend; Weights after the normalisation; Dropped those that dropout left; Concat the heads' contexts side by
/// side; Result what the layer above reads, where that is not the stage before it. Rollout and Product say how much of
/// each token of the first layer is in each of this one's. Normed is what the heads read where a layer norm stands
/// before them.
enum class Stage : unsigned char {
    Embeddings,
    EmbeddingsKv,
    Positions,
    PositionsKv,
    X,
    XKv,
    Normed,
    Q,
    K,
    V,
    Scores,
    Scaled,
    Masked,
    Weights,
    Dropped,
    Context,
    Concat,
    Output,
    Result,
    Rollout,
    Product,
    End
};

/// Of the rule by which scores become weights, the last part that a stage follows.
enum class RulePart : unsigned char { None, Factor, Mask, Normalisation, Dropout };

/// Why a layer does not have a stage: the one reason, as what it, or the session, "has" or does. None: it has it.
struct Lack {
    const char* why = nullptr; ///< "has no mask"
    bool isOfSession = false;  ///< else it is the layer that has none
    explicit operator bool() const { return why; }
};

struct StageInfo {
    Stage stage;
    const char* id;                   ///< "scores", as in `headlight eval` and `render --stage`
    const char* title;                ///< "Scores", as on the screen
    const char* titleAbove = nullptr; ///< in the layers above the first one; null: the same
    Scope scope;                      ///< each head has its own, or the layer has one
    Side rows, cols;
    bool signedValues = true; ///< diverges around 0; weights run from 0
    bool fromScores = false;  ///< the scores of its head (of a layer's: of every head) must be known for it,
    bool fromValues = false;  ///< V as well
    bool isMasked = false;    ///< what the mask hides has no value here
    RulePart follows = RulePart::Dropout;       ///< if it is made from the scores
    bool isInput = false;                       ///< what the layer begins with
    bool isOfModel = false;                     ///< and it is of the model, not of one of its layers
    bool readsX = false;                        ///< of those made of all heads: X goes into it,
    bool isRollout = false;                     ///< made of all heads' weights and of the layer below's
    bool readsNorm = false;                     ///< and the layer's norm,
    std::span<const Parameter> parameters = {}; ///< and these of the layer
    const char* formula = nullptr;              ///< "mean of heads, ..." where the title does not say it; null: it does
    Lack (*lacks)(const Session&, const Layer&) = nullptr; ///< null: every layer has it

    bool isMap() const { return rows == Side::Tokens && cols == Side::KeyTokens; } ///< tokens on both axes
    bool isJoined() const { return scope == Scope::Layer && fromValues; }          ///< made of all heads
};

std::span<const StageInfo> stages(); ///< THE list
const StageInfo& infoOf(Stage);
const StageInfo* findStage(std::string_view id); ///< null if there is none of that name

/// StageInfo::signedValues, but of Masked where it stands behind the softmax.
bool isSigned(Stage, const Options&);
/// What stands for nothing but masked cells: 0, or minus infinity among scores.
float maskedValue(Stage, bool masksAfter);

/// Whether a layer of a session has the stage at all.
bool hasStage(Stage, const Session&, int layer);
/// Why it has not: "layer 2 has no mask", counted as a person counts; empty if it has.
std::string whyNoStage(Stage, const Session&, int layer);
/// The stage under which these numbers stand there: without positions the embeddings are the input.
Stage standsAs(Stage, const Session&, int layer);

/// What the layer above reads: the last stage that the layer has.
Stage resultStage(const Layer&);

/// Tokens of which there is a rollout.
inline constexpr int kMaxRollout = 2048;
/// Of the mean of the heads' weights; the rest is identity.
inline double rolloutShare(Stage stage) { return stage == Stage::Rollout ? 0.5 : 1.0; }

/// Q, K and V are an input times a weight plus a bias.
struct Projection {
    Stage stage, input; ///< see sourceOf()
    Parameter weight, bias;
};
inline constexpr std::array<Projection, 3> kProjections{{
    {Stage::Q, Stage::X, Parameter::Wq, Parameter::Bq},
    {Stage::K, Stage::XKv, Parameter::Wk, Parameter::Bk},
    {Stage::V, Stage::XKv, Parameter::Wv, Parameter::Bv},
}};

/// What it is made of: X_kv where there is a second sentence, else X, or what the layer's norm made of that.
Stage sourceOf(const Projection&, const Layer&, bool hasSecondSentence);

/// One thing for each of Q, K and V.
template <class T>
class PerProjection {
public:
    T& operator[](Stage stage) { return items_[at(stage)]; }
    const T& operator[](Stage stage) const { return items_[at(stage)]; }

private:
    static std::size_t at(Stage stage) { return static_cast<std::size_t>(stage) - static_cast<std::size_t>(Stage::Q); }
    std::array<T, kProjections.size()> items_{};
};
static_assert(kProjections[1].stage == Stage::K && kProjections[2].stage == Stage::V &&
              int(Stage::V) == int(Stage::Q) + 2);

/// One thing for each stage.
template <class T>
class PerStage {
public:
    T& operator[](Stage stage) { return items_[static_cast<std::size_t>(stage)]; }
    const T& operator[](Stage stage) const { return items_[static_cast<std::size_t>(stage)]; }

private:
    std::array<T, static_cast<std::size_t>(Stage::End)> items_{};
};

/// Every stage of one layer, whole. Of a stage that the layer has there is one matrix for each head, or one.
template <class M>
class LayerStages {
public:
    bool has(Stage stage) const { return !blocks_[stage].empty(); }
    const M& operator()(Stage stage, std::size_t head = 0) const { return blocks_[stage].at(head); }
    M& operator()(Stage stage, std::size_t head = 0) { return blocks_[stage].at(head); }
    const std::vector<M>& all(Stage stage) const { return blocks_[stage]; }
    void add(Stage stage, M matrix) { blocks_[stage].push_back(std::move(matrix)); }

private:
    PerStage<std::vector<M>> blocks_;
};

/// As `headlight eval` writes it: masked weights are 0, masked scores -inf.
using Trace = LayerStages<Matrix>;

/// How many numbers all stages of a layer hold.
double numbersOf(const Session&, int layer);

} // namespace headlight
