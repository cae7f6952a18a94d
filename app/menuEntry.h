#pragma once

#include <QAction>
#include <QKeySequence>
#include <QMenu>

namespace headlight {

/// Adds an entry with a shortcut, which may be empty, and a tool tip. `slot`: a receiver and its slot, or nothing.
template <class... Slot>
QAction* addEntry(QMenu& menu, const QString& text, const QKeySequence& keys, const QString& tip, const Slot&... slot) {
    QAction* action = menu.addAction(text, slot...);
    action->setShortcut(keys);
    action->setToolTip(tip);
    return action;
}

} // namespace headlight
