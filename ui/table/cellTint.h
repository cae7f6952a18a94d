#pragma once

#include "style/Theme.h"

#include <QColor>

namespace headlight {

/// Returns the background of a cell: from Theme::zero towards negativeEnd or positiveEnd by |value| / largest, never so
/// far that the theme's text could not be read on it. NaN and infinities have Theme::notANumber.
QColor cellTint(const Theme&, float value, float largest);

} // namespace headlight
