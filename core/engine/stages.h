#pragma once

#include <span>
#include <string_view>

namespace headlight {

/// The steps of one head, in the order of the paper. Scores are Q Kᵀ; Scaled is after scale and temperature and before
/// the mask; Weights after mask and normalisation.
enum class Stage { X, XKv, Q, K, V, Scores, Scaled, Weights, Context };

struct StageInfo {
    Stage stage;
    const char* id;      ///< "scores", as in `headlight eval` and `render --stage`
    const char* title;   ///< "Scores", as on the screen
    bool tokensByTokens; ///< an [N, N_kv] map with tokens on both axes; else tokens by dimensions
    bool signedValues;   ///< diverges around 0; weights run from 0
};

std::span<const StageInfo> stages(); ///< THE list
const StageInfo& infoOf(Stage);
const StageInfo* findStage(std::string_view id); ///< null if there is none of that name

} // namespace headlight
