#pragma once

#include "attention/LayerWeights.h"
#include "session/Session.h"
#include "session/View.h"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headlight {

/// The stages of a layer, in the order in which it computes them. "Kv" stands for the second sentence.
enum class Stage : unsigned char {
    Embeddings, ///< with positions: X = Embeddings + Positions
    EmbeddingsKv,
    Positions,
    PositionsKv,
    X, ///< the input of the layer
    XKv,
    Normed, ///< X after a layer norm before the heads
    Q,
    K,
    V,
    Scores,  ///< Q Kᵀ
    Scaled,  ///< Scores after scale and temperature
    Masked,  ///< Scaled, and -inf where a query may not attend
    Weights, ///< after the normalisation
    Dropped, ///< Weights after dropout
    Context, ///< weights times V
    Concat,  ///< the contexts of all heads side by side
    Output,  ///< Concat W_o + b_o
    Result,  ///< what the layer above reads, if that is none of the stages before
    Rest,    ///< Weights without the first key: each divided by the sum of those that are left
    Mean,    ///< the mean of the Weights of the heads that are on
    Rollout, ///< how much of each token of the first layer is in each token of this layer
    Product, ///< the rollout without the identity that stands for the residual
    End
};

/// Scores become weights in these steps. A stage depends on all steps up to one of them.
enum class RulePart : unsigned char { None, Factor, Mask, Normalisation, Dropout };

/// The reason why a layer does not have a stage, as the end of a sentence about layer or session.
struct Absence {
    const char* why;          ///< "has no mask"
    bool isOfSession = false; ///< the sentence is about the session instead of the layer
};

struct StageInfo {
    Stage stage;
    const char* id;      ///< "scores", as in `headlight eval` and `render --stage`
    const char* title;   ///< "Scores", as on the screen
    Scope scope;         ///< each head has one, or the layer
    Side rows, cols;     ///< its shape
    bool signedValues;   ///< has positive and negative values: colours diverge around 0, else begin at 0
    bool fromScores;     ///< computed from the scores of its head; if it is of the layer, of every head
    bool isMasked;       ///< masked cells have no value
    RulePart dependsOn;  ///< if fromScores: the last step that it depends on
    bool isOnHost;       ///< embeddings or positions: known without a backend
    bool isOfModel;      ///< the same for every layer
    bool isRollout;      ///< computed from the weights of all heads and itself in the layer below
    const char* formula; ///< "mean of heads, ..."; null: the title says enough
    Absence (*whyAbsent)(const Session&, int layer); ///< called if a layer does not have it; null: it lacks it only
                                                     ///< if it starts with given stages

    bool isMap() const { return rows == Side::Tokens && cols == Side::KeyTokens; } ///< tokens on both axes
    /// True for Mean and the rollouts, which are made of the weights of all heads.
    bool isOfAllHeads() const { return stage >= Stage::Mean; }
    bool isAside() const { return stage >= Stage::Rest; } ///< true if nothing else in the layer is made of it
    /// True for Scaled, Masked and so on, which are computed from scores and statistics of rows when they are read.
    bool isVirtual() const { return scope == Scope::Head && isMap() && stage != Stage::Scores; }
};

std::span<const StageInfo> stages(); ///< the list, in the order of Stage
const StageInfo& infoOf(Stage);
const StageInfo* findStage(std::string_view id); ///< null if no stage has this id

/// Returns StageInfo::signedValues, but false for Masked if the mask is applied after the softmax.
bool isSigned(Stage, const Options&);
/// Returns the value that is shown for a pixel whose cells are all masked: 0, or minus infinity for scores.
float maskedValue(Stage, bool masksAfter);

bool hasStage(Stage, const Session&, int layer);
/// Returns why the layer does not have the stage: "layer 2 has no mask" (numbered as the window does); else empty.
std::string whyNoStage(Stage, const Session&, int layer);
/// Returns the stage of the layer with the same numbers: X for Embeddings without positions. Otherwise `stage` itself.
Stage equivalentStage(Stage, const Session&, int layer);
/// Cuts the selected layer, head, query and key to those of the session, and replaces the stage by the equivalent one.
void cutToWhatExists(View&, const Session&);

/// The largest number of tokens, of each sentence, with a mean of the heads and a rollout.
inline constexpr int kMaxRollout = 2048;
/// Returns the share of the heads' mean weights in a rollout; the rest is the identity.
inline double rolloutShare(Stage stage) { return stage == Stage::Rollout ? 0.5 : 1.0; }

/// A T for each stage.
template <class T>
class PerStage {
public:
    T& operator[](Stage stage) { return items_[static_cast<std::size_t>(stage)]; }
    const T& operator[](Stage stage) const { return items_[static_cast<std::size_t>(stage)]; }

private:
    std::array<T, static_cast<std::size_t>(Stage::End)> items_{};
};

/// The matrices of every stage of one layer: one for each head, or one for the layer; none if it does not have the
/// stage.
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

/// The stages that `headlight eval` writes. Masked weights are 0, masked scores -inf.
using Trace = LayerStages<Matrix>;

/// Returns the number of numbers in all stages of a layer.
double numbersOf(const Session&, int layer);

} // namespace headlight
