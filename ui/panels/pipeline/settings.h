#pragma once

#include "panels/pipeline/Setting.h"
#include "session/parameters.h"

#include <vector>

namespace headlight {

// The choices of each operation, in the order of its form.
extern const std::vector<Setting> kPositionSettings, kSentenceSettings, kProjectionSettings, kScaleSettings,
    kMaskSettings, kNormalisationSettings, kDropoutSettings, kHeadSettings, kOutputSettings, kResidualSettings,
    kNormSettings, kLayerSettings;

inline const Layer& layerOf(const Session& session, const View& view) {
    return session.layers.at(static_cast<std::size_t>(view.layer));
}
template <Parameter parameter>
bool has(const Session& s, const View& v) {
    const Layer& layer = layerOf(s, v);
    return static_cast<bool>(belongsToHead(parameter) ? layer.allHeads.front()[parameter] : layer[parameter]);
}
inline bool hasNorm(const Session& session, const View& view) { return layerOf(session, view).norm.has_value(); }

} // namespace headlight
