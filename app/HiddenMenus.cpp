#include "HiddenMenus.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLayout>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QShortcut>

namespace headlight {
namespace {

/// Gives the window all entries with a shortcut: Qt ignores those that belong to a hidden menu bar alone.
void addShortcuts(QMainWindow& window, const QList<QAction*>& entries) {
    for (QAction* entry : entries)
        if (entry->menu())
            addShortcuts(window, entry->menu()->actions());
        else if (!entry->shortcut().isEmpty())
            window.addAction(entry);
}

} // namespace

HiddenMenus::HiddenMenus(QMainWindow& window) : QObject(&window), window_(window), bar_(*window.menuBar()) {
    addShortcuts(window, bar_.actions());
    new QShortcut(Qt::Key_F10, &window, this, &HiddenMenus::open);
    const auto leave = [this] {
        if (isHidden_ && !QApplication::activePopupWidget()) bar_.hide();
    };
    // The calls are queued, since another menu of the bar may open next.
    for (const QAction* menu : bar_.actions())
        connect(menu->menu(), &QMenu::aboutToHide, this, leave, Qt::QueuedConnection);
}

void HiddenMenus::setHidden(bool hidden) {
    isHidden_ = hidden;
    bar_.setVisible(!hidden);
    hidden ? window_.installEventFilter(this) : window_.removeEventFilter(this);
}

void HiddenMenus::open() {
    bar_.show();
    window_.layout()->activate(); // the menu opens below the bar
    bar_.setActiveAction(bar_.actions().constFirst());
}

/// Shows the bar for the letter of a menu, before Qt looks for the shortcut: those of a hidden bar do nothing.
void HiddenMenus::openOf(const QKeySequence& mnemonic) {
    for (const QAction* menu : bar_.actions())
        if (menu->isEnabled() && QKeySequence::mnemonic(menu->text()) == mnemonic) {
            bar_.show();
            window_.layout()->activate();
        }
}

bool HiddenMenus::eventFilter(QObject*, QEvent* event) {
    const QEvent::Type type = event->type();
    if (type == QEvent::WindowDeactivate) isAltAlone_ = false;
    if (type != QEvent::ShortcutOverride && type != QEvent::KeyRelease) return false;
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool isAlt = key->key() == Qt::Key_Alt;
    if (!isAlt && type == QEvent::ShortcutOverride && key->modifiers() == Qt::AltModifier)
        openOf(QKeySequence(Qt::ALT | Qt::Key(key->key())));
    if (isAlt && isAltAlone_ && type == QEvent::KeyRelease && bar_.isHidden()) open();
    isAltAlone_ = isAlt && type == QEvent::ShortcutOverride;
    return false;
}

} // namespace headlight
