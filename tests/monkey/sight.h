#pragma once

#include "support/sight.h"

#include <QPoint>

#include <functional>
#include <random>
#include <vector>

class QAction;
class QFileDialog;
class QPushButton;
class QWidget;

namespace headlight::monkey {

/// The monkey's view of the screen. GUI thread.

QWidget* openPopup();          ///< the menu or list that takes all events, or null
QWidget* openDialog();         ///< the modal dialog, or null
bool isJob(const QWidget*);    ///< true for the dialog of a running job; false for null
QFileDialog* openFileDialog(); ///< the modal dialog, or the parent of its question, if it is a file dialog; else null

std::vector<QPushButton*> buttonsOf(QWidget& dialog);

using testing::inSight;

/// Returns the widgets that a hand can reach: visible, enabled, and in the popup, else the dialog, else the window.
std::vector<QWidget*> reachable(QWidget& window, const std::function<bool(const QWidget&)>& wanted);

/// An entry of a menu and its path: "Maps > Scores".
struct Entry {
    QAction* action;
    QString path;
};
/// Returns the entries that can be chosen now. Fills menus that are made when they are opened.
std::vector<Entry> menuEntries(QWidget& window);
QString nameOf(const QAction&);

} // namespace headlight::monkey
