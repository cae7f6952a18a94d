#pragma once

#include <QObject>

class QMenu;
class QWidget;

namespace headlight {

class Workbench;

/// Edit: undo and redo, each with the name of its step.
class EditActions : public QObject {
    Q_OBJECT

public:
    EditActions(Workbench&, QWidget* window);
    void fill(QMenu&);

private:
    Workbench& workbench_;
};

} // namespace headlight
