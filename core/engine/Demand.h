#pragma once

#include "attention/stages.h"
#include "backend/Pooling.h"
#include "session/Session.h"

#include <vector>

namespace headlight {

/// A part of a map, in rows and columns of the stage's matrix. An empty region (rows or cols 0) means all of it. What
/// lies beyond the edge of the stage is cut off.
struct Region {
    int row = 0, col = 0, rows = 0, cols = 0;
    friend bool operator==(const Region&, const Region&) = default;
};

/// One map on the screen: what it shows, and the device pixels it has.
struct MapDemand {
    Stage stage = Stage::Scores;
    int layer = 0, head = 0; ///< in the session; of another state, the map of the same ones is meant (session/pairs.h)
    Region region;
    int pixelWidth = 0, pixelHeight = 0;
    Pooling pooling = Pooling::LargestMagnitude;
    int state = 0; ///< 0: the session; k: Demand::others[k - 1]
    /// The map shows by how much the session exceeds that state. Tokens are aligned; cells that only one of them has
    /// are masked. The tile is empty if another size differs, or if its columns are those of other heads.
    bool isDifference = false;
    friend bool operator==(const MapDemand&, const MapDemand&) = default;
};

/// The address of any number that is computed. `head` is meaningless for stages of the layer.
struct CellRef {
    Stage stage = Stage::Weights;
    int layer = 0, head = 0, row = 0, col = 0;
    friend bool operator==(const CellRef&, const CellRef&) = default;
};

/// A number that is asked about: of the session, or of another state (MapDemand::state).
struct CellDemand {
    CellRef cell;
    int state;
    CellDemand(const CellRef& of = {}, int inState = 0) : cell(of), state(inState) {}
    friend bool operator==(const CellDemand&, const CellDemand&) = default;
};

/// The statistics of the weights of one head: of the session, or of another state (MapDemand::state).
struct StatisticsDemand {
    int layer = 0, head = 0, state = 0;
    friend bool operator==(const StatisticsDemand&, const StatisticsDemand&) = default;
};

/// The contents of the screen, which must be computed.
struct Demand {
    std::vector<MapDemand> maps;
    std::vector<CellDemand> cells{};         ///< numbers that are explained
    std::vector<Session> others{};           ///< "before", pins: computed if something shows them
    std::vector<CellDemand> sensitivities{}; ///< numbers whose derivatives are asked for
    std::vector<StatisticsDemand> statistics{};
    friend bool operator==(const Demand&, const Demand&) = default;
};

} // namespace headlight
