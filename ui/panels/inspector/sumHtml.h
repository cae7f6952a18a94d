#pragma once

#include "panels/inspector/LessonPen.h"

namespace headlight {

/// A sum, term below term, with the bias and the result; of a context with the running total. In a rollout the heads of
/// a token are one term.
QString sumHtml(const LessonPen& pen, const Explanation& e);

/// The row that a norm looks at, with its mean and variance.
QString normRowsHtml(const LessonPen& pen, const Explanation& e);

} // namespace headlight
