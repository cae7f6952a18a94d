#include "controls/LinkedLabel.h"

#include <QFocusEvent>

namespace headlight {

LinkedLabel::LinkedLabel(const QString& html) : QLabel(html) {
    setTextFormat(Qt::RichText);
    setWordWrap(true);
    setHasKeyboard(true);
    setContextMenuPolicy(Qt::NoContextMenu); // it would offer to copy the link
}

void LinkedLabel::setHasKeyboard(bool on) {
    setTextInteractionFlags(on ? Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard
                               : Qt::TextInteractionFlags(Qt::LinksAccessibleByMouse));
}

/// Sets the text anew, since Qt colours a link only then.
void LinkedLabel::changeEvent(QEvent* event) {
    QLabel::changeEvent(event);
    if (event->type() != QEvent::PaletteChange || theme_ == &currentTheme()) return;
    theme_ = &currentTheme();
    const QString html = text();
    clear();
    setText(html);
}

void LinkedLabel::focusInEvent(QFocusEvent* event) {
    QLabel::focusInEvent(event);
    const auto reason = event->reason();
    if (reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason)
        focusNextPrevChild(reason == Qt::TabFocusReason); // moves the focus to the link
}

} // namespace headlight
