#pragma once

#include "panels/inspector/LessonPen.h"

namespace headlight {

/// The calculation of a number with its numbers, as its rule says. Of long sums the largest terms, with the count of
/// the others and their sum.
QString ruleHtml(const LessonPen& pen, const Explanation& e);

/// "Row of id 3 of the embedding table, also of token 5"
QString tableRowText(int id, const std::vector<int>& sharedWith);

} // namespace headlight
