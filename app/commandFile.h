#pragma once

#include "base/Result.h"
#include "commandLine.h"
#include "io/sessionFile.h"

namespace headlight {

struct OpenedFile;

/// Makes the session of a file that was read, as the options of the command say; matrices are taken as the window
/// proposes. A Problem says what the file leaves open, or which option has no effect. Remarks go to standard error.
Result<void> complete(OpenedFile&, const Command&);

/// Opens the file of a command, of any kind, as a session, see complete(). A Problem names the file.
Result<SessionFile> openedFile(const Command& command);

} // namespace headlight
