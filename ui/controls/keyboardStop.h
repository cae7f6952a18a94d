#pragma once

class QWidget;

namespace headlight {

/// Moves the focus from within `stop` to the next widget behind it or, if `next` is false, before it, so that Tab takes
/// all of `stop` as one stop. Returns false if there is no other widget.
bool leaveStop(QWidget& stop, bool next);

/// Makes the buttons that `row` has now one stop of Tab: it comes to the last one that had the focus, or to the first.
/// Arrows go from button to button, and Enter presses one. Between the buttons there is nothing else that takes Tab.
void makeOneStop(QWidget& row);

/// Returns the first widget in `area` to which Tab comes; null if there is none.
QWidget* firstStop(QWidget& area);

} // namespace headlight
