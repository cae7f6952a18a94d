#include "style/cellTip.h"

#include <QHelpEvent>
#include <QToolTip>
#include <QWidget>

#include <algorithm>

namespace headlight {

void showCellTip(QWidget& of, const QHelpEvent& asked, const QRect& cell, const QString& text) {
    constexpr int kDrop = 16; // px by which Qt places a tool tip lower, below the pointer
    const QPoint place(cell.right(), std::max(cell.bottom() - kDrop, asked.pos().y()));
    QToolTip::showText(of.mapToGlobal(place), text, &of, cell);
}

} // namespace headlight
