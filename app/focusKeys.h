#pragma once

#include <QKeySequence>

namespace headlight {

/// What has the keyboard can do this now, as far as one can tell.
bool focusTakes(QKeySequence::StandardKey key);

/// The key to what has the keyboard.
void pressAtFocus(QKeySequence::StandardKey key);

/// A text that a person is marking a part of: it must not be taken out of his hands.
bool focusHasMarkedText();

} // namespace headlight
