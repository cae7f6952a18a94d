#pragma once

#include <string>
#include <vector>

#include "engine/Trace.h"
#include "session/Session.h"

namespace headlight {

/// How far one stage of a trace is from the formulas in double precision, over all heads.
struct StageDifference {
    std::string stage;      ///< "Q" ... "context" (stages.h), "concat", "output"
    double largest = 0;     ///< largest absolute difference; infinity where only one of the two is NaN or infinite
    double magnitude = 0;   ///< largest finite magnitude of the reference, to judge the difference by
    int head = -1;          ///< where it is (from 0); -1 if the stage is no head's
    Index row = 0, col = 0;
};

/// One entry per stage, in the order of the paper. `trace` must be of this session's layer.
std::vector<StageDifference> compareWithReference(const Session& session, const Trace& trace, int layer = 0);

} // namespace headlight
