#pragma once

#include "session/drawNumbers.h"

#include <QObject>

#include <functional>

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
    bool mayUndo() const; ///< there is something, and a person agrees to what goes with it
    bool mayRedo() const;
    void step(void (Workbench::*way)(), const QString& done);
    bool mayGoTo(const Session& next, int index) const; ///< of the history
    QString resetText() const;
    void reset(); ///< to what stood at the beginning of the present segment
    void addClipboard(QMenu&);
    void addFind(QMenu&, FindPanel&);
    void addBounds(QMenu&);
    void addDrawing(QMenu&, const ParametersPanel&);
    void showHistory(); ///< what can be undone and made again

    Workbench& workbench_;
    Settings& settings_;
    QWidget* window_;
    DrawRequest drawing_; ///< as it was chosen last
    std::function<bool()> mayDropRefused_;
    QAction* undo_ = nullptr;
    QAction* redo_ = nullptr;
};

} // namespace headlight
