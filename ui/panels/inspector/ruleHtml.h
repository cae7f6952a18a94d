#pragma once

#include "panels/inspector/LessonPen.h"

namespace headlight {

/// The calculation of a number with its numbers, as its rule says. Of long sums the largest terms, with the count of
/// the others and their sum.
QString ruleHtml(const LessonPen& pen, const Explanation& e);

/// The columns of a row's context beside each other: of each key the weight, and what it adds to each.
QString contextHtml(const LessonPen& pen, const std::vector<const Explanation*>& columns);

} // namespace headlight
