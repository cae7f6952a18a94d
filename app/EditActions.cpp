#include "EditActions.h"

#include "document/Workbench.h"

#include <QAction>
#include <QMenu>
#include <QWidget>

namespace headlight {

EditActions::EditActions(Workbench& workbench, QWidget* window) : QObject(window), workbench_(workbench) {}

void EditActions::fill(QMenu& menu) {
    QUndoStack& stack = workbench_.document().undoStack();
    QAction* undo = stack.createUndoAction(&menu, tr("Undo"));
    undo->disconnect(&stack); // enabled and named by the stack, but done by the workbench, in a turn
    connect(undo, &QAction::triggered, &workbench_, &Workbench::undo);
    undo->setShortcuts(QKeySequence::Undo);
    undo->setToolTip(tr("Take the last change back"));
    QAction* redo = stack.createRedoAction(&menu, tr("Redo"));
    redo->disconnect(&stack);
    connect(redo, &QAction::triggered, &workbench_, &Workbench::redo);
    redo->setShortcuts({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)});
    redo->setToolTip(tr("Make the change again that was taken back"));
    menu.addActions({undo, redo});
}

} // namespace headlight
