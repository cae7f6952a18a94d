#pragma once

#include <QObject>

class QMenu;
class QMainWindow;

namespace headlight {

class Workbench;

/// The menu Help: shortcuts, facts about this computer, and the program.
class HelpActions : public QObject {
    Q_OBJECT

public:
    HelpActions(const Workbench&, QMainWindow* window);
    void fill(QMenu&);

private:
    void showKeys();
    void showAbout();

    const Workbench& workbench_;
    QMainWindow* window_;
};

} // namespace headlight
