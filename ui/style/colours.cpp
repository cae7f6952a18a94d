#include "style/colours.h"

#include "style/Theme.h"

#include <algorithm>
#include <cmath>

namespace headlight {

QColor mixed(const QColor& a, const QColor& b, double t) {
    const auto mix = [t](int x, int y) { return static_cast<int>(std::lround(x + (y - x) * t)); };
    return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

double linear(int channel) {
    const double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

double luminance(QRgb rgb) {
    return 0.2126 * linear(qRed(rgb)) + 0.7152 * linear(qGreen(rgb)) + 0.0722 * linear(qBlue(rgb));
}

double contrast(const QColor& a, const QColor& b) {
    const double la = luminance(a.rgb()) + 0.05, lb = luminance(b.rgb()) + 0.05;
    return std::max(la, lb) / std::min(la, lb);
}

bool blackReadsBetterOn(QRgb rgb) { // (Y + 0.05) / 0.05 >= 1.05 / (Y + 0.05)
    const double y = luminance(rgb) + 0.05;
    return y * y >= 0.05 * 1.05;
}

QColor textOn(const Theme& theme, const QColor& background) {
    if (contrast(theme.text, background) >= 4.5) return theme.text;
    return blackReadsBetterOn(background.rgb()) ? QColor(Qt::black) : QColor(Qt::white);
}

} // namespace headlight
