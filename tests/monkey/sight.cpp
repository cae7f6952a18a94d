#include "sight.h"

#include <QAction>
#include <QApplication>
#include <QFileDialog>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>

namespace headlight::monkey {
namespace {

void collect(QMenu& menu, const QString& path, std::vector<Entry>& entries) {
    emit menu.aboutToShow();
    for (QAction* action : menu.actions()) {
        const QString name = path + nameOf(*action);
        if (!action->isEnabled() || !action->isVisible() || action->isSeparator()) continue;
        if (action->menu())
            collect(*action->menu(), name + QStringLiteral(" > "), entries);
        else
            entries.push_back({action, name});
    }
}

} // namespace

QWidget* openPopup() { return QApplication::activePopupWidget(); }
QWidget* openDialog() { return QApplication::activeModalWidget(); }

bool isJob(const QWidget* dialog) { return dialog && dialog->objectName() == QLatin1String("job"); }

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

std::vector<Entry> menuEntries(QWidget& window) {
    std::vector<Entry> entries;
    if (const auto* bar = window.findChild<QMenuBar*>())
        for (QAction* action : bar->actions()) collect(*action->menu(), {}, entries);
    return entries;
}

QString nameOf(const QAction& action) { return action.text().remove(QLatin1Char('&')); }

} // namespace headlight::monkey
