#pragma once

#include "panels/inspector/LessonPen.h"

#include <memory>
#include <vector>

namespace headlight {

using Explanations = std::vector<std::shared_ptr<const Explanation>>;

/// How the selected number came to be: a question, and a section for each number or vector on the way to it (`way`,
/// with their explanations in that order). Links go to numbers ("scores/0/1/3/2"), open and close sections
/// ("open:scores"), show all terms ("all:scores"), or select a key ("key:3").
QString lessonHtml(const LessonPen& pen, const Explanations& way);

/// Whether the page of that number first shows a section open: its own; of a map of a head all but the query and key.
bool isOpenAtFirst(const CellRef& selected, Stage section);
bool isOpen(const LessonPen& pen, Stage section);

/// "before: 0.0177, difference: -0.0027", beside the number now; "masked" stands for what a mask hides.
QString changeHtml(const LessonPen& pen, const QString& other, const Explanation& now, const Explanation& then);

} // namespace headlight
