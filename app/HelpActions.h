#pragma once

#include <QObject>

class QMenu;
class QWidget;

namespace headlight {

class Workbench;

/// Help: the keys, this computer, the program.
class HelpActions : public QObject {
    Q_OBJECT

public:
    HelpActions(const Workbench&, QWidget* window);
    void fill(QMenu&);

private:
    void showKeys();
    void showAbout();

    const Workbench& workbench_;
    QWidget* window_;
};

} // namespace headlight
