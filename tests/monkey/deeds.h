#pragma once

#include "Action.h"

namespace headlight {
class MainWindow;
}

namespace headlight::monkey {

/// Performs what needs no hand (Kind::Clip to Kind::Disturb). May return late: a dialog may open and close within.
/// Does nothing where a person could not do it either, because a dialog bars the way.
void doDirectly(const Action&, MainWindow&);

/// What another program may do to a file: Action::n of Kind::Disturb.
enum class Disturbance { Touch, Rewrite, Replace, Ruin, Remove, Folder, ReadOnly, Writable, End };

} // namespace headlight::monkey
