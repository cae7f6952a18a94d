#pragma once

#include "engine/Demand.h"

#include <optional>
#include <vector>

namespace headlight {

/// What of one layer has to be computed for a demand.
struct LayerPlan {
    struct Want {
        Stage stage;
        int head; ///< of a stage that each head has
        friend bool operator==(const Want&, const Want&) = default;
    };
    std::vector<Want> wants;
    std::vector<bool> attends; ///< for each head: its scores are needed
};

/// The layers of a state of a demand (MapDemand::state), from the first to the last that is needed; those below need
/// their results. What does not exist is left out.
std::vector<LayerPlan> planOf(const Session& session, const Demand& demand, int state);

/// Whether the session has what a map shows.
bool exists(const Session& session, const MapDemand& map);
bool exists(const Session& session, const CellRef& cell);

} // namespace headlight
