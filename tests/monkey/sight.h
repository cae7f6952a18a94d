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

/// What the monkey sees of the screen. GUI thread.

QWidget* openPopup();          ///< the menu or list that takes all events, or null
QWidget* openDialog();         ///< the dialog that bars the rest, or null
bool isJob(const QWidget*);    ///< the dialog of work that goes on, if any
QFileDialog* openFileDialog(); ///< the file dialog that is in front, or behind a question of its own, or null

std::vector<QPushButton*> buttonsOf(QWidget& dialog);

using testing::inSight;

/// Widgets that a hand can reach now: visible, enabled, in the popup, in the dialog or else in the window.
std::vector<QWidget*> reachable(QWidget& window, const std::function<bool(const QWidget&)>& wanted);

/// An entry of the menus and its way there: "Maps > Scores".
struct Entry {
    QAction* action;
    QString path;
};
/// Those that can be chosen now; menus that are made when they are opened are made.
std::vector<Entry> menuEntries(QWidget& window);
QString nameOf(const QAction&);

} // namespace headlight::monkey
