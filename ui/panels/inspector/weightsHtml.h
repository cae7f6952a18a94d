#pragma once

#include "panels/inspector/LessonPen.h"

namespace headlight {

/// A row of weights, key below key: what goes in, its exponential if it is a softmax, the share of the sum, and a bar.
QString weightsHtml(const LessonPen& pen, const Explanation& e);

} // namespace headlight
