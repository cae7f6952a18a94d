#pragma once

#include "session/Drawing.h"

#include <utility>

namespace headlight::testing {

/// Draws the numbers of one place again.
inline Matrix drawnAt(const Drawing& drawing, const DrawnPlace& place) {
    Matrix numbers;
    drawAll(
        drawing, [&](const DrawnPlace& at) { return at == place; },
        [&](const DrawnPlace&, Matrix drawn) {
            numbers = std::move(drawn);
            return false; // the matrices behind it are not needed
        });
    return numbers;
}

} // namespace headlight::testing
