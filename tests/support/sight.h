#pragma once

#include <QRect>
#include <QWidget>

namespace headlight::testing {

/// The part of a widget that its parents do not cut off, in its own coordinates; what lies over it counts for nothing.
/// Not visibleRegion(): of a map it is empty, since the plot in it covers it all, and lets the pointer through.
/// `within`: one of its parents, the last that counts; null: the window.
inline QRect inSight(const QWidget& widget, const QWidget* within = nullptr) {
    QRect seen = widget.rect();
    const QWidget* above = &widget;
    for (QPoint offset; above != within && !above->isWindow() && above->parentWidget(); above = above->parentWidget()) {
        offset += above->pos();
        seen &= above->parentWidget()->rect().translated(-offset);
    }
    return seen;
}

} // namespace headlight::testing
