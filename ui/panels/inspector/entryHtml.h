#pragma once

#include "panels/inspector/LessonPen.h"

namespace headlight {

/// Returns a text on an entry of a parameter: its name, its origin and its use. `told`: what EntryOrigins says of it,
/// "W_q[2, 1]" and its earlier value.
Written entryHtml(const LessonPen& pen, const ParameterCell& entry, const QString& told);

} // namespace headlight
