#include "controls/keyboardStop.h"

#include <QWidget>

namespace headlight {

bool leaveStop(QWidget& stop, bool next) {
    const QWidget* window = stop.window();
    QWidget* to = &stop;
    do {
        to = next ? to->nextInFocusChain() : to->previousInFocusChain();
        const bool takesTab = (to->focusPolicy() & Qt::TabFocus) != 0 && !to->focusProxy();
        if (to == &stop || stop.isAncestorOf(to) || !takesTab || to->window() != window) continue;
        if (!to->isEnabled() || !to->isVisibleTo(window)) continue;
        to->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
        return true;
    } while (to != &stop);
    return false;
}

} // namespace headlight
