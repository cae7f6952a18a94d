#pragma once

#include "Action.h"

namespace headlight {
class MainWindow;
}

namespace headlight::monkey {

/// Performs an action that needs no hand (Kind::Clip to Kind::Disturb). May return late, when a dialog opens and closes
/// within it. Does nothing if an open dialog blocks the action for a user, too.
void doDirectly(const Action&, MainWindow&);

/// Changes that another program may make to a file: Action::n of Kind::Disturb.
enum class Disturbance { Touch, Rewrite, Replace, Ruin, Remove, Folder, ReadOnly, Writable, End };

} // namespace headlight::monkey
