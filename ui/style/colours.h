#pragma once

#include <QColor>

namespace headlight {

struct Theme;

/// `a` with share `t` of `b` in it, t in [0, 1].
QColor mixed(const QColor& a, const QColor& b, double t);

/// 0 to 1, as light is: of an sRGB channel from 0 to 255, and of a whole colour.
double linear(int channel);
double luminance(QRgb);

/// Contrast of two colours as WCAG 2 defines it, 1 to 21.
double contrast(const QColor&, const QColor&);

/// Black or white, whichever has the better contrast on this colour.
bool blackReadsBetterOn(QRgb);

/// Black, white or the theme's text: the theme's if its contrast is at least 4.5 : 1, else the better of the two.
QColor textOn(const Theme&, const QColor& background);

} // namespace headlight
