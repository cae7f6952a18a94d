#pragma once

#include <QMargins>
#include <QWidget>

namespace headlight {

/// Makes a layout of `widget`. `spacing`: px between its parts; -1: that of the style.
template <class Layout>
Layout* laidOut(QWidget* widget, const QMargins& margins, int spacing = -1) {
    auto* layout = new Layout(widget);
    layout->setContentsMargins(margins);
    layout->setSpacing(spacing);
    return layout;
}

} // namespace headlight
