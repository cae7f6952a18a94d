#include "attention/stages.h"

#include "base/places.h"

#include <algorithm>
#include <limits>

namespace headlight {

namespace {

constexpr bool kOfSession = true;

Absence whyNoPositions(const Session& session, const Layer& layer) {
    if (&layer != &session.layers.front())
        return {"reads the output of the layer below; only the first layer has embeddings"};
    return session.positions ? Absence() : Absence{"has no positions", kOfSession};
}
Absence whyNoSource(const Session& session, const Layer&) {
    return session.source ? Absence() : Absence{"has no second sentence", kOfSession};
}
Absence whyNoSourcePositions(const Session& session, const Layer& layer) {
    const Absence source = whyNoSource(session, layer);
    return source ? source : whyNoPositions(session, layer);
}
Absence whyNoNormed(const Session&, const Layer& layer) {
    if (layer.hasNorm(Norm::Place::Before)) return {};
    return {layer.norm ? "has its layer norm after the heads, not before them" : "has no layer norm"};
}
Absence whyNoMask(const Session&, const Layer& layer) {
    return layer.options.mask.isOn() ? Absence() : Absence{"has no mask"};
}
Absence whyNoDropout(const Session&, const Layer& layer) {
    return layer.options.dropout ? Absence() : Absence{"has no dropout"};
}
Absence whyNoOutput(const Session&, const Layer& layer) {
    return layer[Parameter::Wo] ? Absence() : Absence{"has no W_o"};
}
Absence whyNoResult(const Session&, const Layer& layer) {
    switch (resultStage(layer)) {
    case Stage::Result: return {};
    case Stage::Output: return {"has no residual and no layer norm, so its result is the stage \"output\""};
    default: return {"has no W_o, no residual and no layer norm, so its result is the stage \"concat\""};
    }
}
Absence whyNoRollout(const Session& session, const Layer&) {
    if (session.layers.size() == 1) return {"has only one layer", kOfSession};
    if (session.source) return {"has a second sentence; a rollout requires self-attention", kOfSession};
    if (session.text.tokens && session.text.tokens->count() <= kMaxRollout) return {};
    return {"has more than 2,048 tokens, the limit for a rollout", kOfSession};
}

using Along = Source::Along;
constexpr Source kX[] = {{Stage::X}}, kXKv[] = {{Stage::XKv}};
constexpr Source kScores[] = {{Stage::Q}, {Stage::K, Along::Columns}};
constexpr Source kWeights[] = {{Stage::Q}, {Stage::K, Along::Keys}};
constexpr Source kContext[] = {{Stage::Q}, {Stage::K, Along::Keys}, {Stage::V, Along::Keys}};
constexpr Source kConcat[] = {{Stage::Context}}, kOutput[] = {{Stage::Concat}};
constexpr Source kResult[] = {{Stage::Concat}, {Stage::Output}, {Stage::X}};
constexpr Source kRollout[] = {{Stage::Weights}};

constexpr Parameter kOfQ[] = {Parameter::Wq, Parameter::Bq}, kOfK[] = {Parameter::Wk, Parameter::Bk};
constexpr Parameter kOfV[] = {Parameter::Wv, Parameter::Bv}, kOfOutput[] = {Parameter::Wo, Parameter::Bo};
constexpr Parameter kOfNorm[] = {Parameter::NormGain, Parameter::NormBias};

/// Returns the entry of embeddings or positions, whose sum is X or X_kv.
consteval StageInfo summand(Stage stage, const char* id, const char* title, Side tokens) {
    const bool isOfSource = tokens == Side::KeyTokens;
    return {.stage = stage,
            .id = id,
            .title = title,
            .scope = Scope::Layer,
            .rows = tokens,
            .cols = isOfSource ? Side::DSource : Side::D,
            .isOnHost = true,
            .isOfModel = true,
            .whyAbsent = isOfSource ? whyNoSourcePositions : whyNoPositions};
}

consteval StageInfo rollout(Stage stage, const char* id, const char* title, const char* formula) {
    return {.stage = stage,
            .id = id,
            .title = title,
            .scope = Scope::Layer,
            .rows = Side::Tokens,
            .cols = Side::KeyTokens,
            .signedValues = false,
            .fromScores = true,
            .isRollout = true,
            .sources = kRollout,
            .formula = formula,
            .whyAbsent = whyNoRollout};
}

} // namespace

std::span<const StageInfo> stages() {
    using enum Side;
    static constexpr Scope kLayer = Scope::Layer, kHead = Scope::Head;
    // The list has the order of Stage.
    static constexpr std::array<StageInfo, static_cast<std::size_t>(Stage::End)> list{{
        summand(Stage::Embeddings, "embeddings", "Embeddings", Tokens),
        summand(Stage::EmbeddingsKv, "embeddings_kv", "Embeddings, second sentence", KeyTokens),
        summand(Stage::Positions, "positions", "Positions", Tokens),
        summand(Stage::PositionsKv, "positions_kv", "Positions, second sentence", KeyTokens),
        {.stage = Stage::X,
         .id = "X",
         .title = "Input X",
         .titleAbove = "Input",
         .scope = kLayer,
         .rows = Tokens,
         .cols = D},
        {.stage = Stage::XKv,
         .id = "X_kv",
         .title = "Input X of the second sentence",
         .scope = kLayer,
         .rows = KeyTokens,
         .cols = DSource,
         .isOfModel = true,
         .whyAbsent = whyNoSource},
        {.stage = Stage::Normed,
         .id = "normed",
         .title = "After the layer norm",
         .scope = kLayer,
         .rows = Tokens,
         .cols = D,
         .sources = kX,
         .parameters = kOfNorm,
         .whyAbsent = whyNoNormed},
        {.stage = Stage::Q,
         .id = "Q",
         .title = "Queries",
         .scope = kHead,
         .rows = Tokens,
         .cols = Dk,
         .sources = kX,
         .parameters = kOfQ},
        {.stage = Stage::K,
         .id = "K",
         .title = "Keys",
         .scope = kHead,
         .rows = KeyTokens,
         .cols = Dk,
         .sources = kXKv,
         .parameters = kOfK},
        {.stage = Stage::V,
         .id = "V",
         .title = "Values",
         .scope = kHead,
         .rows = KeyTokens,
         .cols = Dv,
         .sources = kXKv,
         .parameters = kOfV},
        {.stage = Stage::Scores,
         .id = "scores",
         .title = "Scores",
         .scope = kHead,
         .rows = Tokens,
         .cols = KeyTokens,
         .fromScores = true,
         .dependsOn = RulePart::None,
         .sources = kScores},
        {.stage = Stage::Scaled,
         .id = "scaled",
         .title = "Scaled scores",
         .scope = kHead,
         .rows = Tokens,
         .cols = KeyTokens,
         .fromScores = true,
         .dependsOn = RulePart::Factor,
         .sources = kScores},
        {.stage = Stage::Masked,
         .id = "masked",
         .title = "Masked",
         .scope = kHead,
         .rows = Tokens,
         .cols = KeyTokens,
         .fromScores = true,
         .isMasked = true,
         .dependsOn = RulePart::Mask,
         .sources = kScores,
         .whyAbsent = whyNoMask},
        {.stage = Stage::Weights,
         .id = "weights",
         .title = "Weights",
         .scope = kHead,
         .rows = Tokens,
         .cols = KeyTokens,
         .signedValues = false,
         .fromScores = true,
         .isMasked = true,
         .dependsOn = RulePart::Normalisation,
         .sources = kWeights},
        {.stage = Stage::Dropped,
         .id = "dropped",
         .title = "Weights after dropout",
         .scope = kHead,
         .rows = Tokens,
         .cols = KeyTokens,
         .signedValues = false,
         .fromScores = true,
         .isMasked = true,
         .sources = kWeights,
         .whyAbsent = whyNoDropout},
        {.stage = Stage::Context,
         .id = "context",
         .title = "Context",
         .scope = kHead,
         .rows = Tokens,
         .cols = Dv,
         .fromScores = true,
         .fromValues = true,
         .sources = kContext},
        {.stage = Stage::Concat,
         .id = "concat",
         .title = "Contexts side by side",
         .scope = kLayer,
         .rows = Tokens,
         .cols = Concat,
         .fromScores = true,
         .fromValues = true,
         .sources = kConcat},
        {.stage = Stage::Output,
         .id = "output",
         .title = "Output",
         .scope = kLayer,
         .rows = Tokens,
         .cols = DOut,
         .fromScores = true,
         .fromValues = true,
         .sources = kOutput,
         .parameters = kOfOutput,
         .whyAbsent = whyNoOutput},
        {.stage = Stage::Result,
         .id = "result",
         .title = "Result",
         .scope = kLayer,
         .rows = Tokens,
         .cols = Width,
         .fromScores = true,
         .fromValues = true,
         .sources = kResult,
         .parameters = kOfNorm,
         .whyAbsent = whyNoResult},
        rollout(Stage::Rollout, "rollout", "Rollout", "(mean of heads + I) / 2, times the layers below"),
        rollout(Stage::Product, "product", "Product of the layers", "mean of heads, times the layers below"),
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

namespace {

Absence absenceOf(Stage stage, const Session& session, int layer) {
    const StageInfo& info = infoOf(stage);
    return info.whyAbsent ? info.whyAbsent(session, layerAt(session, layer)) : Absence();
}

} // namespace

bool hasStage(Stage stage, const Session& session, int layer) { return !absenceOf(stage, session, layer); }

std::string whyNoStage(Stage stage, const Session& session, int layer) {
    const Absence absence = absenceOf(stage, session, layer);
    if (!absence) return {};
    const bool isOne = absence.isOfSession || session.layers.size() == 1;
    return (isOne ? "the session " : "layer " + std::to_string(numberOf(layer)) + " ") + absence.why;
}

Stage equivalentStage(Stage stage, const Session& session, int layer) {
    if (hasStage(stage, session, layer) || layer > 0) return stage;
    if (stage == Stage::Embeddings) return Stage::X;
    return stage == Stage::EmbeddingsKv && session.source ? Stage::XKv : stage;
}

namespace {

template <class LayerLike>
Stage resultStageOf(const LayerLike& layer) {
    return layer.residual || layer.norm ? Stage::Result : layer[Parameter::Wo] ? Stage::Output : Stage::Concat;
}

} // namespace

Stage resultStage(const LayerWeights& layer) { return resultStageOf(layer); }
Stage resultStage(const Layer& layer) { return resultStageOf(layer); }

Stage inputOf(Stage source, const LayerWeights& layer, bool hasSecondSentence) {
    if (source != Stage::X && source != Stage::XKv) return source;
    if (hasSecondSentence && source == Stage::XKv) return Stage::XKv;
    return layer.hasNorm(Norm::Place::Before) ? Stage::Normed : Stage::X;
}

double numbersOf(const Session& session, int layer) {
    const Sizes sizes = sizesOf(session, layer);
    double numbers = 0;
    for (const StageInfo& info : stages()) {
        if (!hasStage(info.stage, session, layer)) continue;
        const auto area = static_cast<double>(lengthOf(info.rows, sizes)) *
                          static_cast<double>(lengthOf(info.cols, sizes));
        numbers += info.scope == Scope::Head ? sizes.heads * area : area;
    }
    return numbers;
}

} // namespace headlight
