#pragma once

#include "commandLine.h"

namespace headlight {

/// Opens the main window and returns when it is closed; 2 at once, with a sentence, if there is no display.
int runWindow(const Command&, int argc, char** argv);

/// Called before Qt starts: removes XDG folders that are no absolute paths, as their standard says. Without such a HOME
/// the home folder is that of the user's account.
void settleFolders();

} // namespace headlight
