#pragma once

#include <QKeySequence>

namespace headlight {

/// True if the widget with the focus can handle this key now, as far as is known.
bool focusTakes(QKeySequence::StandardKey key);

/// Calls a slot of the widget with the focus, if it has it: "cut", "copy", "paste" or "selectAll".
void callAtFocus(const char* slot);

/// True if a part of the text in the field with the focus is selected; the selection must not be lost.
bool focusHasMarkedText();

} // namespace headlight
