#pragma once

#include "commandLine.h"
#include "session/Session.h"
#include "session/View.h"

namespace headlight {

/// Returns the picture that `render` draws: as the view says, unless an option says otherwise. A Problem names the
/// option.
Result<ExportSpec> specOf(const Command&, const Session&, const View&);

} // namespace headlight
