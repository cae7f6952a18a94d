#pragma once

#include <QAction>
#include <QKeySequence>
#include <QMenu>

#include <functional>
#include <vector>

namespace headlight {

/// Adds an entry with a shortcut, which may be empty, and a tool tip. `slot`: a receiver and its slot, or nothing.
template <class... Slot>
QAction* addEntry(QMenu& menu, const QString& text, const QKeySequence& keys, const QString& tip, const Slot&... slot) {
    QAction* action = menu.addAction(text, slot...);
    action->setShortcut(keys);
    action->setToolTip(tip);
    return action;
}

/// Fills a menu with numbers of which one is chosen: `offered`, and the current one, `kept`, which may come from a
/// settings file. `tip` is the tool tip of each; `choose` is called when the user chooses.
void addNumberChoices(QMenu& menu, std::vector<int> offered, int kept, const std::function<QString(int)>& text,
                      const QString& tip, const std::function<void(int)>& choose);

} // namespace headlight
