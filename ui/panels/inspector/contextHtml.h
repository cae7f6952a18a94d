#pragma once

#include "panels/inspector/LessonPen.h"

namespace headlight {

/// The columns of a row's context beside each other: of each key what it adds to each, and the weight if there is
/// room. "≈" stands before the sums if one of them is not that of its terms as printed. Where the
/// context has more columns, it says how many.
QString contextHtml(const LessonPen& pen, const std::vector<const Explanation*>& columns);

} // namespace headlight
