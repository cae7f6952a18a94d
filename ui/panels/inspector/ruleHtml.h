#pragma once

#include "panels/inspector/LessonPen.h"

namespace headlight {

/// The calculation of a number with its numbers, as its rule says. Of long sums the largest terms, with the count of
/// the others and their sum.
QString ruleHtml(const LessonPen& pen, const Explanation& e);

} // namespace headlight
