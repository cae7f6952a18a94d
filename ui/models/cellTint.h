#pragma once

#include "style/Theme.h"

#include <QColor>

namespace headlight {

/// Background of a cell: from Theme::zero towards negativeEnd or positiveEnd by |value| / largest, never so far that
/// the theme's text could not be read on it. NaN and infinities in Theme::notANumber.
QColor cellTint(const Theme&, float value, float largest);

/// Black, white or the theme's text: the theme's if its contrast is at least 4.5 : 1, else the better of the two.
QColor textOn(const Theme&, const QColor& background);

/// Contrast of two colours as WCAG 2 defines it, 1 to 21.
double contrast(const QColor&, const QColor&);

/// `a` with share `t` of `b` in it, t in [0, 1].
QColor mixed(const QColor& a, const QColor& b, double t);

} // namespace headlight
