#include "attention/stages.h"

#include "attention/program.h"
#include "base/places.h"

#include <algorithm>
#include <array>
#include <limits>

namespace headlight {

namespace {

// These are called if the layer does not have the stage, and give the reason. program.cpp decides.

constexpr bool kOfSession = true;

Absence noPositions(const Session& session, int layer) {
    if (layerAt(session, 0)[Parameter::GivenX]) return {"has a given X, which is not made of embeddings", kOfSession};
    if (layer > 0) return {"reads the output of the layer below; only the first layer has embeddings"};
    return {"has no positions", kOfSession};
}
Absence noSource(const Session&, int) { return {"has no second sentence", kOfSession}; }
Absence noSourcePositions(const Session& session, int layer) {
    return session.source ? noPositions(session, layer) : noSource(session, layer);
}
Absence noNormed(const Session& session, int layer) {
    return {layerAt(session, layer).norm ? "has its layer norm after the heads, not before them" : "has no layer norm"};
}
Absence noMask(const Session&, int) { return {"has no mask"}; }
Absence noDropout(const Session&, int) { return {"has no dropout"}; }
Absence noOutput(const Session&, int) { return {"has no W_o"}; }
Absence noResult(const Session& session, int layer) {
    if (programOf(session, layer).result() == Stage::Output)
        return {"has no residual and no layer norm, so its result is the stage \"output\""};
    return {"has no W_o, no residual and no layer norm, so its result is the stage \"concat\""};
}
Absence noMean(const Session& session, int layer) {
    if (sizesOf(session, layer).heads == 1) return {"has only one head"};
    return {"has more than 2,048 tokens, the limit for the mean of the heads", kOfSession};
}
Absence noRollout(const Session& session, int) {
    if (session.layers.size() == 1) return {"has only one layer", kOfSession};
    if (session.source) return {"has a second sentence; a rollout requires self-attention", kOfSession};
    return {"has more than 2,048 tokens, the limit for a rollout", kOfSession};
}

enum Trait : unsigned { kUnsigned = 1, kFromScores = 2, kMasked = 4, kOnHost = 8, kOfModel = 16, kRolled = 32 };

struct Titles {
    const char *title, *formula = nullptr;
};

consteval StageInfo entry(Stage stage, const char* id, Titles titles, Scope scope, Side rows, Side cols,
                          unsigned traits = 0, Absence (*whyAbsent)(const Session&, int) = nullptr,
                          RulePart dependsOn = RulePart::Dropout) {
    return {stage,
            id,
            titles.title,
            scope,
            rows,
            cols,
            !(traits & kUnsigned),
            (traits & kFromScores) != 0,
            (traits & kMasked) != 0,
            dependsOn,
            (traits & kOnHost) != 0,
            (traits & kOfModel) != 0,
            (traits & kRolled) != 0,
            titles.formula,
            whyAbsent};
}

} // namespace

std::span<const StageInfo> stages() {
    using enum Stage;
    using S = Side;
    static constexpr Scope kLayer = Scope::Layer, kHead = Scope::Head;
    static constexpr unsigned kInput = kOnHost | kOfModel, kWeights = kUnsigned | kFromScores | kMasked,
                              kRollout = kUnsigned | kFromScores | kRolled;
    static constexpr Titles kRestTitles{"Weights without the first token", "each / their sum"};
    static constexpr Titles kMeanTitles{"Mean of the heads", "sum of their weights / number of heads"};
    static constexpr Titles kRolloutTitles{"Rollout", "(mean of heads + I) / 2, times the layers below"};
    static constexpr Titles kProductTitles{"Product of the layers", "mean of heads, times the layers below"};
    // The list has the order of Stage.
    static constexpr std::array<StageInfo, static_cast<std::size_t>(End)> list{{
        entry(Embeddings, "embeddings", {"Embeddings"}, kLayer, S::Tokens, S::D, kInput, noPositions),
        entry(EmbeddingsKv, "embeddings_kv", {"Embeddings, second sentence"}, kLayer, S::KeyTokens, S::DSource, kInput,
              noSourcePositions),
        entry(Positions, "positions", {"Positions"}, kLayer, S::Tokens, S::D, kInput, noPositions),
        entry(PositionsKv, "positions_kv", {"Positions, second sentence"}, kLayer, S::KeyTokens, S::DSource, kInput,
              noSourcePositions),
        entry(X, "X", {"X"}, kLayer, S::Tokens, S::D),
        entry(XKv, "X_kv", {"X of the second sentence"}, kLayer, S::KeyTokens, S::DSource, kOfModel, noSource),
        entry(Normed, "normed", {"After the layer norm"}, kLayer, S::Tokens, S::D, 0, noNormed),
        entry(Q, "Q", {"Q"}, kHead, S::Tokens, S::Dk),
        entry(K, "K", {"K"}, kHead, S::KeyTokens, S::Dk),
        entry(V, "V", {"V"}, kHead, S::KeyTokens, S::Dv),
        entry(Scores, "scores", {"Scores"}, kHead, S::Tokens, S::KeyTokens, kFromScores, nullptr, RulePart::None),
        entry(Scaled, "scaled", {"Scaled scores"}, kHead, S::Tokens, S::KeyTokens, kFromScores, nullptr,
              RulePart::Factor),
        entry(Masked, "masked", {"Masked"}, kHead, S::Tokens, S::KeyTokens, kFromScores | kMasked, noMask,
              RulePart::Mask),
        entry(Weights, "weights", {"Weights"}, kHead, S::Tokens, S::KeyTokens, kWeights, nullptr,
              RulePart::Normalisation),
        entry(Dropped, "dropped", {"Weights after dropout"}, kHead, S::Tokens, S::KeyTokens, kWeights, noDropout),
        entry(Context, "context", {"Context"}, kHead, S::Tokens, S::Dv, kFromScores),
        entry(Concat, "concat", {"Joined heads"}, kLayer, S::Tokens, S::Concat, kFromScores),
        entry(Output, "output", {"Output"}, kLayer, S::Tokens, S::DOut, kFromScores, noOutput),
        entry(Result, "result", {"Result"}, kLayer, S::Tokens, S::Width, kFromScores, noResult),
        entry(Rest, "weights_rest", kRestTitles, kHead, S::Tokens, S::KeyTokens, kWeights, nullptr,
              RulePart::Normalisation),
        entry(Mean, "mean", kMeanTitles, kLayer, S::Tokens, S::KeyTokens, kUnsigned | kFromScores, noMean,
              RulePart::Normalisation),
        entry(Rollout, "rollout", kRolloutTitles, kLayer, S::Tokens, S::KeyTokens, kRollout, noRollout),
        entry(Product, "product", kProductTitles, kLayer, S::Tokens, S::KeyTokens, kRollout, noRollout),
    }};
    return list;
}

const StageInfo& infoOf(Stage stage) { return stages()[static_cast<std::size_t>(stage)]; }

const StageInfo* findStage(std::string_view id) {
    const auto list = stages();
    const auto found = std::find_if(list.begin(), list.end(), [&](const StageInfo& info) { return info.id == id; });
    return found == list.end() ? nullptr : &*found;
}

bool isSigned(Stage stage, const Options& options) {
    return infoOf(stage).signedValues && !(stage == Stage::Masked && options.masksAfter());
}

float maskedValue(Stage stage, bool masksAfter) {
    return stage == Stage::Masked && !masksAfter ? -std::numeric_limits<float>::infinity() : 0.0F;
}

bool hasStage(Stage stage, const Session& session, int layer) { return programOf(session, layer).find(stage); }

std::string whyNoStage(Stage stage, const Session& session, int layer) {
    if (hasStage(stage, session, layer)) return {};
    const auto why = infoOf(stage).whyAbsent;
    const Absence absence = why ? why(session, layer) : Absence{"starts with given numbers that do not lead to it"};
    const bool isOne = absence.isOfSession || session.layers.size() == 1;
    return (isOne ? "the session " : "layer " + std::to_string(numberOf(layer)) + " ") + absence.why;
}

Stage equivalentStage(Stage stage, const Session& session, int layer) {
    if (hasStage(stage, session, layer) || layer > 0) return stage;
    if (stage == Stage::Embeddings) return Stage::X;
    return stage == Stage::EmbeddingsKv && session.source ? Stage::XKv : stage;
}

void cutToWhatExists(View& view, const Session& session) {
    const auto cut = [](int& index, int count) { index = std::clamp(index, 0, std::max(0, count - 1)); };
    cut(view.layer, static_cast<int>(session.layers.size()));
    const Sizes sizes = sizesOf(session, view.layer);
    cut(view.head, sizes.heads);
    cut(view.query, sizes.tokens);
    cut(view.key, sizes.keyTokens);
    if (const StageInfo* named = findStage(view.stage))
        view.stage = infoOf(equivalentStage(named->stage, session, view.layer)).id;
}

double numbersOf(const Session& session, int layer) {
    const Sizes sizes = sizesOf(session, layer);
    double numbers = 0;
    for (const Op& op : programOf(session, layer)) {
        const StageInfo& info = infoOf(op.result);
        const auto area = static_cast<double>(lengthOf(info.rows, sizes)) *
                          static_cast<double>(lengthOf(info.cols, sizes));
        numbers += info.scope == Scope::Head ? sizes.heads * area : area;
    }
    return numbers;
}

} // namespace headlight
