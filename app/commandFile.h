#pragma once

#include "base/Result.h"
#include "commandLine.h"
#include "io/sessionFile.h"

namespace headlight {

/// Opens the file of a command, of any kind, as a session; matrices are taken as the window proposes. Remarks, such as
/// on numbers that are not finite, go to standard error. A Problem names the file.
Result<SessionFile> openedFile(const Command& command);

} // namespace headlight
