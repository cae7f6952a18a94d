#include "attention/stages.h"

#include <algorithm>

namespace headlight {

namespace {

bool hasSource(const Session& session, const Layer&) { return session.source.has_value(); }
bool hasMask(const Session&, const Layer& layer) { return layer.options.mask.isOn(); }
bool hasResidual(const Session&, const Layer& layer) { return layer.residual; }
bool hasOutputWeights(const Session&, const Layer& layer) { return static_cast<bool>(layer[Parameter::Wo]); }

constexpr Parameter kOfOutput[] = {Parameter::Wo, Parameter::Bo};

} // namespace

std::span<const StageInfo> stages() {
    using enum Side;
    static constexpr Scope kLayer = Scope::Layer, kHead = Scope::Head;
    // In the order of the paper, which is the order of Stage.
    static constexpr std::array<StageInfo, static_cast<std::size_t>(Stage::End)> list{{
        {.stage = Stage::X,
         .id = "X",
         .title = "Embeddings",
         .titleAbove = "Input",
         .scope = kLayer,
         .rows = Tokens,
         .cols = D,
         .isInput = true},
        {.stage = Stage::XKv,
         .id = "X_kv",
         .title = "Embeddings, second sentence",
         .scope = kLayer,
         .rows = KeyTokens,
         .cols = DSource,
         .isInput = true,
         .wants = "second sentence",
         .exists = hasSource},
        {.stage = Stage::Q, .id = "Q", .title = "Queries", .scope = kHead, .rows = Tokens, .cols = Dk},
        {.stage = Stage::K, .id = "K", .title = "Keys", .scope = kHead, .rows = KeyTokens, .cols = Dk},
        {.stage = Stage::V, .id = "V", .title = "Values", .scope = kHead, .rows = KeyTokens, .cols = Dv},
        {.stage = Stage::Scores,
         .id = "scores",
         .title = "Scores",
         .scope = kHead,
         .rows = Tokens,
         .cols = KeyTokens,
         .fromScores = true,
         .follows = RulePart::None},
        {.stage = Stage::Scaled,
         .id = "scaled",
         .title = "Scaled scores",
         .scope = kHead,
         .rows = Tokens,
         .cols = KeyTokens,
         .fromScores = true,
         .follows = RulePart::Factor},
        {.stage = Stage::Masked,
         .id = "masked",
         .title = "Masked scores",
         .scope = kHead,
         .rows = Tokens,
         .cols = KeyTokens,
         .fromScores = true,
         .isMasked = true,
         .follows = RulePart::Mask,
         .wants = "mask",
         .exists = hasMask},
        {.stage = Stage::Weights,
         .id = "weights",
         .title = "Weights",
         .scope = kHead,
         .rows = Tokens,
         .cols = KeyTokens,
         .signedValues = false,
         .fromScores = true,
         .isMasked = true},
        {.stage = Stage::Context,
         .id = "context",
         .title = "Context",
         .scope = kHead,
         .rows = Tokens,
         .cols = Dv,
         .fromScores = true,
         .fromValues = true},
        {.stage = Stage::Concat,
         .id = "concat",
         .title = "Contexts side by side",
         .scope = kLayer,
         .rows = Tokens,
         .cols = Concat,
         .fromScores = true,
         .fromValues = true},
        {.stage = Stage::Output,
         .id = "output",
         .title = "Output",
         .scope = kLayer,
         .rows = Tokens,
         .cols = DOut,
         .fromScores = true,
         .fromValues = true,
         .parameters = kOfOutput,
         .wants = "W_o",
         .exists = hasOutputWeights},
        {.stage = Stage::Result,
         .id = "result",
         .title = "Result",
         .scope = kLayer,
         .rows = Tokens,
         .cols = D,
         .fromScores = true,
         .fromValues = true,
         .readsX = true,
         .wants = "residual",
         .exists = hasResidual},
    }};
    return list;
}

const StageInfo& infoOf(Stage stage) { return stages()[static_cast<std::size_t>(stage)]; }

const StageInfo* findStage(std::string_view id) {
    const auto list = stages();
    const auto found = std::find_if(list.begin(), list.end(), [&](const StageInfo& info) { return info.id == id; });
    return found == list.end() ? nullptr : &*found;
}

bool hasStage(Stage stage, const Session& session, int layer) {
    const StageInfo& info = infoOf(stage);
    return !info.exists || info.exists(session, session.layers.at(static_cast<std::size_t>(layer)));
}

Stage resultStage(const Layer& layer) {
    return layer.residual ? Stage::Result : layer[Parameter::Wo] ? Stage::Output : Stage::Concat;
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
