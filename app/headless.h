#pragma once

#include "commandLine.h"

namespace headlight {

// The commands without a window. Each returns the exit status: 0, or 2 after one sentence on standard error.

int runEval(const Command&);
int runExport(const Command&);
int runRender(const Command&, int argc, char** argv); ///< needs no display
int runBackends();

} // namespace headlight
