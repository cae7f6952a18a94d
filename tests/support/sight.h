#pragma once

#include <QRect>
#include <QWidget>

namespace headlight::testing {

/// Returns the part of a widget that its parents do not cut off, in its own coordinates; widgets that lie over it are
/// ignored. visibleRegion() would not do: it is empty for a map, which is covered by the plot in it. `within` is the
/// last parent that counts; null: the window.
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
