#pragma once

#include "panels/inspector/LessonPen.h"

namespace headlight {

/// What a number of a parameter's table is, where it comes from and what it is for. `told`: what EntryOrigins says of
/// it, "W_q[2, 1]" and what it was before.
QString entryHtml(const LessonPen& pen, const ParameterCell& entry, const QString& told);

} // namespace headlight
