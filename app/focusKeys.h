#pragma once

#include <QKeySequence>

class QWidget;

namespace headlight {

struct Panels;

/// Moves the focus to the next or previous area: a sentence, its tokens, or another panel.
void goToArea(const Panels&, bool next);

/// True if the widget with the focus can handle this key now, as far as is known.
bool focusTakes(QKeySequence::StandardKey key);

/// Calls a slot of the widget with the focus, if it has it: "cut", "copy", "paste" or "selectAll".
void callAtFocus(const char* slot);

/// Commits the text in an open editor or a field of the window, as leaving it would, but the focus stays.
void finishInput(QWidget& window);

/// True if a part of the text in the field with the focus is selected; the selection must not be lost.
bool focusHasMarkedText();

} // namespace headlight
