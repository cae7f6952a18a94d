#pragma once

#include "commandLine.h"

namespace headlight {

/// Opens the main window and returns when it is closed; 2 at once, with a sentence, if there is no display.
int runWindow(const Command&, int argc, char** argv);

} // namespace headlight
