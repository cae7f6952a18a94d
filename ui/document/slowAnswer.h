#pragma once

#include "engine/Frame.h"

#include <cstddef>
#include <functional>

namespace headlight {

/// Whether an answer takes seconds since its scores do not fit into memory. `last`, the last answer or null, knows it
/// of as large a session.
bool isSlow(const Demand& wanted, const Session& session, const Frame* last);

/// A slow answer comes in parts: first what is not of maps, such as the cells of the Inspector, then the maps of one
/// head after the other. Those of `last` cost nothing again.
struct AnswerPart {
    std::function<bool(const MapDemand&)> isOfIt; ///< of it, or of one before
    std::size_t done = 0, all = 0;                ///< heads whose maps are there; 0: the answer has no parts
    bool isRestThere = true;                      ///< what is not of maps
    bool isNoneLeft() const { return done == all && isRestThere; }
};
AnswerPart nextPart(const Demand& wanted, const Session& session, const Frame* last);

} // namespace headlight
