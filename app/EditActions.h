#pragma once

#include <QObject>

class QMenu;
class QWidget;

namespace headlight {

class Workbench;

/// Edit: undo, redo, and the history of named steps.
class EditActions : public QObject {
    Q_OBJECT

public:
    EditActions(Workbench&, QWidget* window);
    void fill(QMenu&);

private:
    Workbench& workbench_;
};

} // namespace headlight
