#pragma once

#include "panels/inspector/LessonPen.h"

#include <memory>
#include <vector>

namespace headlight {

using Explanations = std::vector<std::shared_ptr<const Explanation>>;

/// Returns the page on the selected number: a question, and a section for each number or vector on the way to it
/// (`way`, with their explanations in that order). Links go to numbers ("scores/0/1/3/2"), open and close sections
/// ("open:scores"), show all terms ("all:scores"), or select a key ("key:3").
Written lessonHtml(const LessonPen& pen, const Explanations& way);

/// True if the page of that number shows a section open at first: its own; for a map of a head all but query and key.
bool isOpenAtFirst(const CellRef& selected, Stage section);
bool isOpen(const LessonPen& pen, Stage section);

/// Returns "before: 0.0177, difference: -0.0027"; a number that a mask hides is "masked".
QString changeHtml(const LessonPen& pen, const QString& other, const Explanation& now, const Explanation& then);

/// Returns a text on an entry of a parameter: its name, its origin and its use. `told`: what EntryOrigins says of it,
/// "W_q[2, 1]" and its earlier value.
Written entryHtml(const LessonPen& pen, const ParameterCell& entry, const QString& told);

/// Returns the calculations of the page as LaTeX: an align* environment (amsmath) with a line for each number of its
/// open sections, with the digits of the page. Long sums leave out the same terms as the page, and say their sum.
QString lessonLatex(const LessonPen& pen, const Explanations& way);

} // namespace headlight
