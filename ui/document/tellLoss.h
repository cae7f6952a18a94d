#pragma once

#include "document/Workbench.h"
#include "session/lossOf.h"

namespace headlight {

/// After a switch: says what it has cut or drawn anew, if anything.
inline void tellLoss(Workbench& workbench, const Session& before) {
    if (const std::string loss = lossOf(before, workbench.state().session); !loss.empty())
        workbench.tell(QString::fromStdString(loss));
}

} // namespace headlight
