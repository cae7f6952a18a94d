#pragma once

#include "attention/stages.h"
#include "session/Session.h"

#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// How far one stage of a trace is from the formulas in double precision, over all heads.
struct StageDifference {
    std::string stage;    ///< "Q" ... "context" (stages.h), "concat", "output"
    double largest = 0;   ///< largest absolute difference; infinity where only one of the two is NaN or infinite
    double magnitude = 0; ///< largest finite magnitude of the reference, to judge the difference by
    int head = -1;        ///< where it is (from 0); -1 if the stage is no head's
    Index row = 0, col = 0;
};

/// Why a layer is too large to be compared, as a sentence for a person: the formulas keep every stage of every head
/// whole and in double precision, twice the trace. Nothing if it is not.
std::optional<std::string> whyNotCompared(const Session& session, int layer = 0);

/// One entry per stage, in the order of the paper; none at all if whyNotCompared(). `trace` must be of this session's
/// layer.
std::vector<StageDifference> compareWithReference(const Session& session, const Trace& trace, int layer = 0);

} // namespace headlight
