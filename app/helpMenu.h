#pragma once

class QMenu;
class QMainWindow;

namespace headlight {

class Workbench;

/// Adds shortcuts, facts about this computer, and the program.
void addHelp(QMenu&, const Workbench&, QMainWindow& window);

} // namespace headlight
