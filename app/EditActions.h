#pragma once

#include "session/View.h"
#include "session/drawNumbers.h"

#include <QObject>

#include <optional>
#include <utility>

class QAction;
class QMenu;
class QWidget;

namespace headlight {

class FileActions;
struct Panels;
class Settings;
class Workbench;

/// The menu Edit: undo and redo, each with the name of its step; cut, copy and paste of the widget with the focus;
/// find; random weights and reset; and the maximum size of the history.
class EditActions : public QObject {
    Q_OBJECT

public:
    EditActions(Workbench&, Settings&, FileActions&, const Panels&, QWidget* window);
    void fill(QMenu&);
    void drawNumbers(const ParameterRef&); ///< asks for a seed and a distribution, then draws

private:
    void go(int by); ///< -1: undo, 1: redo
    bool stops(int by);
    QString otherDocument(int by) const; ///< the document to which that step leads; empty if it is the present one
    QString resetText() const;
    void reset(); ///< restores the beginning of the current segment of the history
    void addClipboard(QMenu&);
    void addBounds(QMenu&);
    void addDrawing(QMenu&);
    void showHistory(); ///< updates the entries of undo and redo

    Workbench& workbench_;
    Settings& settings_;
    FileActions& files_;
    const Panels& panels_;
    QWidget* window_;
    DrawRequest drawing_; ///< the last choice
    QAction* undo_ = nullptr;
    QAction* redo_ = nullptr;
    bool isInMenu_ = false; ///< true while the menu is open; its entries say where they lead
    /// The last step that stopped before another document, and the view then; the same step again goes on.
    std::optional<std::pair<int, View>> told_;
};

} // namespace headlight
