#include "models/cellTint.h"

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

// How far a tint goes towards its end: the theme's text keeps 4.5 : 1 (tests/ui/models/tst_cellTint.cpp).
constexpr double kFurthestLight = 0.74, kFurthestDark = 0.58;

double linear(double channel) {
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& c) {
    return 0.2126 * linear(c.redF()) + 0.7152 * linear(c.greenF()) + 0.0722 * linear(c.blueF());
}

} // namespace

double contrast(const QColor& a, const QColor& b) {
    const double la = luminance(a) + 0.05, lb = luminance(b) + 0.05;
    return std::max(la, lb) / std::min(la, lb);
}

QColor mixed(const QColor& a, const QColor& b, double t) {
    const auto mix = [t](int x, int y) { return static_cast<int>(std::lround(x + (y - x) * t)); };
    return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

QColor cellTint(const Theme& theme, float value, float largest) {
    if (!std::isfinite(value)) return theme.notANumber;
    if (value == 0 || !(largest > 0)) return theme.zero;
    const double share = std::min(1.0, std::abs(static_cast<double>(value)) / static_cast<double>(largest));
    const double furthest = theme.dark ? kFurthestDark : kFurthestLight;
    return mixed(theme.zero, value < 0 ? theme.negativeEnd : theme.positiveEnd, share * furthest);
}

QColor textOn(const Theme& theme, const QColor& background) {
    if (contrast(theme.text, background) >= 4.5) return theme.text;
    const QColor black(Qt::black), white(Qt::white);
    return contrast(black, background) >= contrast(white, background) ? black : white;
}

} // namespace headlight
