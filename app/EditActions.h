#pragma once

#include "session/View.h"
#include "session/drawNumbers.h"

#include <QObject>

#include <functional>
#include <optional>
#include <utility>

class QAction;
class QMenu;
class QWidget;

namespace headlight {

class FindPanel;
class ParametersPanel;
class Settings;
class Workbench;

/// Edit: undo and redo, each with the name of its step; what goes to whatever has the keyboard; what is looked for; and
/// how much of the history is kept.
class EditActions : public QObject {
    Q_OBJECT

public:
    /// `mayDropRefused`: asks a person whether the text of the sentence's field may go.
    EditActions(Workbench&, Settings&, std::function<bool()> mayDropRefused, QWidget* window);
    void fill(QMenu&, FindPanel&, const ParametersPanel&);
    void drawNumbers(const ParameterRef&); ///< asks for a seed, and how

private:
    void go(int by); ///< -1: undo, 1: redo
    bool stops(int by);
    QString otherDocument(int by) const; ///< which that step leads to; empty: to none
    QString resetText() const;
    void reset(); ///< to what stood at the beginning of the present segment
    void addClipboard(QMenu&);
    void addFind(QMenu&, FindPanel&);
    void addBounds(QMenu&);
    void addDrawing(QMenu&, const ParametersPanel&);
    void showHistory(); ///< what can be undone and made again, or where that leads

    Workbench& workbench_;
    Settings& settings_;
    QWidget* window_;
    DrawRequest drawing_; ///< as it was chosen last
    std::function<bool()> mayDropRefused_;
    QAction* undo_ = nullptr;
    QAction* redo_ = nullptr;
    bool isInMenu_ = false; ///< whose entries say where they lead
    /// A person has been told which document this step leads to, and has looked at this since.
    std::optional<std::pair<int, View>> told_;
};

} // namespace headlight
