#pragma once

class QWidget;

namespace headlight {

/// Tab, or Shift+Tab, from whatever has the keyboard within `stop`: on to what comes behind `stop`, or before it, so
/// that all that is within it is one stop. False if there is nothing else.
bool leaveStop(QWidget& stop, bool next);

} // namespace headlight
