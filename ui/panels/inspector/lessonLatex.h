#pragma once

#include "panels/inspector/lessonHtml.h"

namespace headlight {

/// The calculations of the page as LaTeX: an align* environment (amsmath) with a line for each number of its open
/// sections, with the digits of the page. Of long sums the same terms are left out, and what they add is said.
QString lessonLatex(const LessonPen& pen, const Explanations& way);

} // namespace headlight
