#pragma once

#include "panels/maps/HeatmapsLayout.h"

namespace headlight::testing {

// As in the first window: names of up to six letters, slanted; cells for "-0.0" and ".00".
inline const QMargins kLabels{46, 62, 10, 4}, kBare{8, 22, 8, 4};

inline StageRoom stage(int rows, int cols, bool hasHeads = true, Side colSide = Side::KeyTokens) {
    return {rows, cols, Side::Tokens, colSide, kLabels, kBare, {20.8, 10}, hasHeads};
}

/// Scores and weights.
inline MapsRoom room(int width, int height, int heads, int rows, int cols) {
    return {{width, height}, heads, {stage(rows, cols), stage(rows, cols)}, 50};
}

} // namespace headlight::testing
