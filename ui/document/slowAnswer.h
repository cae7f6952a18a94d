#pragma once

#include "engine/Frame.h"

#include <cstddef>
#include <functional>

namespace headlight {

/// True if an answer may take seconds since its scores do not fit into memory. The last answer (or null) tells whether
/// those of as large a session did fit.
bool isSlow(const Demand& wanted, const Session& session, const Frame* last);

/// A part of a slow answer: first all that is no map, such as the cells of the inspector, then the maps of one head
/// after the other. The maps of the last answer need no computation.
struct AnswerPart {
    std::function<bool(const MapDemand&)> includes; ///< true for maps of this part or an earlier one
    std::size_t done = 0, all = 0;                  ///< heads whose maps are there; 0: the answer has no parts
    bool isRestThere = true;                        ///< true if the answers other than maps are there
    bool isLast() const { return done == all && isRestThere; }
};
AnswerPart nextPart(const Demand& wanted, const Session& session, const Frame* last);

} // namespace headlight
