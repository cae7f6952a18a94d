#include "engine/stages.h"

#include <algorithm>
#include <array>

namespace headlight {

std::span<const StageInfo> stages() {
    // In the order of the paper, which is the order of Stage.
    static constexpr std::array<StageInfo, 9> list{{
        {Stage::X, "X", "Embeddings", false, true},
        {Stage::XKv, "X_kv", "Context embeddings", false, true},
        {Stage::Q, "Q", "Queries", false, true},
        {Stage::K, "K", "Keys", false, true},
        {Stage::V, "V", "Values", false, true},
        {Stage::Scores, "scores", "Scores", true, true},
        {Stage::Scaled, "scaled", "Scaled scores", true, true},
        {Stage::Weights, "weights", "Weights", true, false},
        {Stage::Context, "context", "Context", false, true},
    }};
    return list;
}

const StageInfo& infoOf(Stage stage) { return stages()[static_cast<std::size_t>(stage)]; }

const StageInfo* findStage(std::string_view id) {
    const auto list = stages();
    const auto found = std::find_if(list.begin(), list.end(), [&](const StageInfo& info) { return info.id == id; });
    return found == list.end() ? nullptr : &*found;
}

} // namespace headlight
