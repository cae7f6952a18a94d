#pragma once

#include "commandLine.h"

namespace headlight {

// The commands without a window. Each returns the exit status: 0, or 2 after one sentence on standard error; runCheck()
// 1 if a stage differs.

int runEval(const Command&);
int runExport(const Command&);
int runRender(const Command&, int argc, char** argv); ///< needs no display
int runCheck(const Command&);
int runBackends();

} // namespace headlight
