#pragma once

#include "panels/inspector/lessonHtml.h"

namespace headlight {

/// Returns the calculations of the page as LaTeX: an align* environment (amsmath) with a line for each number of its
/// open sections, with the digits of the page. Long sums leave out the same terms as the page, and say their sum.
QString lessonLatex(const LessonPen& pen, const Explanations& way);

} // namespace headlight
