#pragma once

#include "document/Workbench.h"
#include "session/lossOf.h"

namespace headlight {

/// Tells the user which numbers a switch has cut or drawn anew, if any (see lossOf()).
inline void tellLoss(Workbench& workbench, const Session& before) {
    if (const std::string loss = lossOf(before, workbench.state().session); !loss.empty())
        workbench.messages().tell(QString::fromStdString(loss));
}

} // namespace headlight
