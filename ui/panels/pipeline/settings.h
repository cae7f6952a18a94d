#pragma once

#include "panels/pipeline/Setting.h"

#include <span>

namespace headlight {

// The choices of each operation, in the order of its form.
std::span<const Setting> positionSettings();
std::span<const Setting> sentenceSettings();
std::span<const Setting> projectionSettings();
std::span<const Setting> scaleSettings();
std::span<const Setting> maskSettings();
std::span<const Setting> normalisationSettings();
std::span<const Setting> dropoutSettings();
std::span<const Setting> headSettings();
std::span<const Setting> outputSettings();
std::span<const Setting> residualSettings();
std::span<const Setting> normSettings();
std::span<const Setting> layerSettings();

inline const Layer& layerOf(const Session& session, const View& view) {
    return session.layers.at(static_cast<std::size_t>(view.layer));
}

} // namespace headlight
