#pragma once

#include <QColor>

namespace headlight {

struct Theme;

/// Returns `a` with the share `t` of `b` in it, t in [0, 1].
QColor mixed(const QColor& a, const QColor& b, double t);

/// Return linear light from 0 to 1, of an sRGB channel from 0 to 255 and of a whole colour.
double linear(int channel);
double luminance(QRgb);

/// Returns the contrast of two colours as WCAG 2 defines it, 1 to 21.
double contrast(const QColor&, const QColor&);

/// True if black has a better contrast on this colour than white.
bool blackReadsBetterOn(QRgb);

/// Returns the theme's text colour if its contrast is at least 4.5 : 1, else the better one of black and white.
QColor textOn(const Theme&, const QColor& background);

} // namespace headlight
