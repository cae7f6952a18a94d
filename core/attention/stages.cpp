#include "attention/stages.h"

#include <algorithm>

namespace headlight {

namespace {

bool hasContextSentence(const Session& session, const Layer&) { return session.context.has_value(); }
bool hasOutputWeights(const Session&, const Layer& layer) { return static_cast<bool>(layer[Parameter::Wo]); }

} // namespace

std::span<const StageInfo> stages() {
    using enum Side;
    static constexpr Scope kLayer = Scope::Layer, kHead = Scope::Head;
    // In the order of the paper, which is the order of Stage.
    static constexpr std::array<StageInfo, static_cast<std::size_t>(Stage::End)> list{{
        {Stage::X, "X", "Embeddings", kLayer, Tokens, D},
        {Stage::XKv, "X_kv", "Context embeddings", kLayer, KeyTokens, DContext, true, false, false, "context sentence",
         hasContextSentence},
        {Stage::Q, "Q", "Queries", kHead, Tokens, Dk},
        {Stage::K, "K", "Keys", kHead, KeyTokens, Dk},
        {Stage::V, "V", "Values", kHead, KeyTokens, Dv},
        {Stage::Scores, "scores", "Scores", kHead, Tokens, KeyTokens, true, true},
        {Stage::Scaled, "scaled", "Scaled scores", kHead, Tokens, KeyTokens, true, true},
        {Stage::Weights, "weights", "Weights", kHead, Tokens, KeyTokens, false, true},
        {Stage::Context, "context", "Context", kHead, Tokens, Dv, true, true, true},
        {Stage::Concat, "concat", "Contexts side by side", kLayer, Tokens, Concat, true, true, true},
        {Stage::Output, "output", "Output", kLayer, Tokens, DOut, true, true, true, "W_o", hasOutputWeights},
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
