#pragma once

#include "plot/HeatmapsLayout.h"

namespace headlight::testing {

inline constexpr int kRowLabels = 62, kTokenLabels = 50, kNumberLabels = 15, kHeadLine = 20, kScale = 56; // in px

inline StageSpace scores() { return {Side::Tokens, Side::KeyTokens, 0, kTokenLabels, true}; }
/// A stage of vectors with so many dimensions, such as Q.
inline StageSpace vectors(int cols, bool hasHeads = true, Side colSide = Side::Dk) {
    return {Side::Tokens, colSide, cols, kNumberLabels, hasHeads};
}
inline StageSpace rollout() { return {Side::Tokens, Side::KeyTokens, 0, kTokenLabels, false}; }

inline MapsSpace space(const QSize& area, int heads, std::vector<StageSpace> stages = {scores(), scores()},
                       bool ownScales = false) {
    return {area, heads, std::move(stages), kHeadLine, kRowLabels, kScale, ownScales};
}

} // namespace headlight::testing
