#pragma once

class QHelpEvent;
class QRect;
class QString;
class QWidget;

namespace headlight {

/// Shows a tool tip below a cell of the widget and right of it, where it covers nothing of the cell's row and column.
void showCellTip(QWidget& of, const QHelpEvent& asked, const QRect& cell, const QString& text);

} // namespace headlight
