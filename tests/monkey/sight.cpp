#include "sight.h"

#include <QAction>
#include <QApplication>
#include <QFileDialog>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>

namespace headlight::monkey {
namespace {

void collect(const QList<QAction*>& actions, std::vector<QAction*>& entries) {
    for (QAction* action : actions) {
        if (action->menu())
            collect(action->menu()->actions(), entries);
        else if (!action->isSeparator() && action->isEnabled() && action->isVisible())
            entries.push_back(action);
    }
}

} // namespace

QWidget* openPopup() { return QApplication::activePopupWidget(); }
QWidget* openDialog() { return QApplication::activeModalWidget(); }

QFileDialog* openFileDialog() {
    for (QWidget* widget = openDialog(); widget; widget = widget->parentWidget())
        if (auto* dialog = qobject_cast<QFileDialog*>(widget)) return dialog;
    return nullptr;
}

std::vector<QPushButton*> buttonsOf(QWidget& dialog) {
    const auto buttons = dialog.findChildren<QPushButton*>();
    return {buttons.begin(), buttons.end()};
}

std::vector<QWidget*> reachable(QWidget& window, const std::function<bool(const QWidget&)>& wanted) {
    QWidget* stage = openPopup() ? openPopup() : openDialog() ? openDialog() : &window;
    std::vector<QWidget*> widgets;
    if (wanted(*stage)) widgets.push_back(stage);
    for (QWidget* child : stage->findChildren<QWidget*>())
        if (child->window() == stage && child->isVisible() && child->isEnabled() && wanted(*child) &&
            !inSight(*child).isEmpty())
            widgets.push_back(child);
    return widgets;
}

std::vector<QAction*> menuEntries(QWidget& window) {
    std::vector<QAction*> entries;
    if (const auto* bar = window.findChild<QMenuBar*>()) collect(bar->actions(), entries);
    return entries;
}

QString nameOf(const QAction& action) { return action.text().remove(QLatin1Char('&')); }

} // namespace headlight::monkey
