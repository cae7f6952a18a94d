#include "table/cellTint.h"

#include "style/colours.h"

#include <algorithm>
#include <cmath>

namespace headlight {

// The largest share of an end in a tint: the theme's text keeps 4.5 : 1 (tests/ui/table/tst_cellTint.cpp).
constexpr double kFurthestLight = 0.74, kFurthestDark = 0.58;

QColor cellTint(const Theme& theme, float value, float largest) {
    if (!std::isfinite(value)) return theme.notANumber;
    if (value == 0 || !(largest > 0)) return theme.zero;
    const double share = std::min(1.0, std::abs(static_cast<double>(value)) / static_cast<double>(largest));
    const double furthest = theme.dark ? kFurthestDark : kFurthestLight;
    return mixed(theme.zero, value < 0 ? theme.negativeEnd : theme.positiveEnd, share * furthest);
}

} // namespace headlight
