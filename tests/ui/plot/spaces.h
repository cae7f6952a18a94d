#pragma once

#include "plot/HeatmapsLayout.h"

namespace headlight::testing {

inline constexpr int kRowLabels = 52, kTokenLabels = 46, kNumberLabels = 15, kHeadLine = 20, kScale = 52; // in px

inline StageSpace scores() { return {Side::Tokens, Side::KeyTokens, 0, kTokenLabels, true}; }
/// A stage of vectors with so many dimensions, such as Q.
inline StageSpace vectors(int cols, bool hasHeads = true, Side colSide = Side::Dk) {
    return {Side::Tokens, colSide, cols, kNumberLabels, hasHeads};
}
inline StageSpace rollout() { return {Side::Tokens, Side::KeyTokens, 0, kTokenLabels, false}; }

inline MapsSpace space(const QSize& area, int heads, std::vector<StageSpace> stages = {scores(), scores()},
                       bool ownScales = false) {
    MapsSpace space{area, heads, std::move(stages), kHeadLine, kRowLabels, kScale, ownScales};
    space.numbers = {14, 22, 29, 36, 43}; // px for "-0" to "-0.0000" at the usual text size
    return space;
}

} // namespace headlight::testing
