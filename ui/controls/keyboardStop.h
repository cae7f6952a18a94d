#pragma once

class QWidget;

namespace headlight {

/// Moves the focus from within `stop` to the next widget behind it or, if `next` is false, before it, so that Tab takes
/// all of `stop` as one stop. Returns false if there is no other widget.
bool leaveStop(QWidget& stop, bool next);

} // namespace headlight
