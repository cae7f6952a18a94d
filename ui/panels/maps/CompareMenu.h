#pragma once

#include "document/ViewState.h"

#include <QMenu>

class QActionGroup;

namespace headlight {

class Workbench;

/// The menu of what the maps are compared with: the state before the last step, a pinned state, another head or
/// layer, or a file. Also the actions beside it.
class CompareMenu : public QMenu {
    Q_OBJECT

public:
    CompareMenu(Workbench& workbench, QWidget& panel);

    QAction& next() { return *next_; }
    QAction& pin() { return *pin_; }
    void present(const ViewState&);

signals:
    void fileWanted(); ///< the user wants to choose a file

private:
    void fill();
    void addChoice(QMenu& menu, const QString& text, const Counterpart& counterpart);
    void goOn();
    void askForPin();
    void bringBackOther();

    Workbench& workbench_;
    QAction *next_, *bringBack_, *pin_;
    QActionGroup* group_ = nullptr; ///< the group of the choices
};

} // namespace headlight
