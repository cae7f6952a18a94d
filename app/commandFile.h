#pragma once

#include "base/Result.h"
#include "commandLine.h"
#include "io/sessionFile.h"

namespace headlight {

/// The session that the file of a command holds, of any kind; matrices as the window proposes it. What is not as it
/// seems, such as numbers that are not finite, is said on standard error. A Problem names the file.
Result<SessionFile> openedFile(const Command& command);

} // namespace headlight
