#pragma once

#include <QCoreApplication>

class QMenu;
class QMainWindow;

namespace headlight {

class Workbench;

struct HelpActions {
    Q_DECLARE_TR_FUNCTIONS(HelpActions)

public:
    /// Adds shortcuts, facts about this computer, and the program.
    static void fill(QMenu&, const Workbench&, QMainWindow& window);
};

} // namespace headlight
