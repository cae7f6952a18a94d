#pragma once

#include <QHelpEvent>
#include <QToolTip>
#include <QWidget>

#include <algorithm>

namespace headlight {

/// Shows a tool tip below a cell of the widget and right of it, where it covers nothing of the cell's row and column.
inline void showCellTip(QWidget& of, const QHelpEvent& asked, const QRect& cell, const QString& text) {
    constexpr int kDrop = 16; // px by which Qt places a tool tip lower, below the pointer
    const QPoint place(cell.right(), std::max(cell.bottom() - kDrop, asked.pos().y()));
    QToolTip::showText(of.mapToGlobal(place), text, &of, cell);
}

} // namespace headlight
