#pragma once

#include "panels/inspector/LessonPen.h"

namespace headlight {

/// Returns the calculation of a number by its rule, with its numbers. Long sums have the largest terms, the count of
/// the others and their sum.
Written ruleHtml(const LessonPen& pen, const Explanation& e);

/// Says which heads are switched off, if their contexts or weights would be read; empty if all are on.
QString offWords(const LessonPen& pen, const Explanation& e);

/// Returns the equation of a number: in a line, or as a fraction if it has one. `note`: HTML behind the result.
Written equationHtml(const LessonPen& pen, const Explanation& e, const QString& note = {});

/// Returns "Row of id 3 of the embedding table, also of token 5".
QString tableRowText(int id, const std::vector<int>& sharedWith);

} // namespace headlight
