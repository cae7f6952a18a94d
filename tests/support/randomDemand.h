#pragma once

#include "engine/Demand.h"
#include "support/RandomNumbers.h"

#include <algorithm>

namespace headlight::testing {

inline MapDemand anyMap(RandomNumbers& random, const Demand& demand) {
    MapDemand map;
    map.stage = random.chance(0.5)
                    ? (random.chance(0.5) ? Stage::Scores : Stage::Weights)
                    : stages()[static_cast<std::size_t>(random.pick(0, static_cast<int>(stages().size()) - 1))].stage;
    map.layer = random.pick(0, 2);
    map.head = random.pick(0, 4);
    map.pixelWidth = random.chance(0.5) ? random.pick(1, 20) : 200;
    map.pixelHeight = random.chance(0.5) ? random.pick(1, 20) : 200;
    if (random.chance(0.3))
        map.region = {random.pick(-3, 30), random.pick(-3, 30), random.pick(0, 40), random.pick(0, 40)};
    map.pooling = static_cast<Pooling>(random.pick(0, 2));
    if (!demand.others.empty() && random.chance(0.5)) {
        map.state = random.pick(1, static_cast<int>(demand.others.size()));
        map.isDifference = random.chance(0.5);
    }
    return map;
}

/// Returns a cell of one of three layers, of the session or of another state.
inline CellDemand anyCell(RandomNumbers& random, int others) {
    CellRef cell{Stage::Weights, random.pick(0, 2), random.pick(0, 3), random.pick(0, 30), random.pick(0, 30)};
    if (random.chance(0.7)) cell.stage = static_cast<Stage>(random.pick(0, static_cast<int>(Stage::End) - 1));
    if (random.chance(0.5)) cell.col = random.pick(0, 3);
    return {cell, random.pick(0, others)};
}

/// Demands maps, cells and statistics of the session, and of one or two earlier ones.
inline Demand anyDemand(RandomNumbers& random, const std::vector<Session>& earlier) {
    Demand demand;
    if (random.chance(0.5))
        for (int others = std::min(random.pick(1, 2), static_cast<int>(earlier.size())); others > 0; --others)
            demand.others.push_back(
                earlier[static_cast<std::size_t>(random.pick(0, static_cast<int>(earlier.size()) - 1))]);
    const int maps = random.pick(0, 8);
    for (int i = 0; i < maps; ++i) demand.maps.push_back(anyMap(random, demand));
    while (random.chance(0.6)) demand.cells.push_back(anyCell(random, static_cast<int>(demand.others.size())));
    while (random.chance(0.4))
        demand.statistics.push_back(
            {random.pick(0, 2), random.pick(0, 3), random.pick(0, static_cast<int>(demand.others.size()))});
    return demand;
}

/// Changes a demand's earlier session, the pooling or difference of a map, or a whole map.
inline void alterDemand(RandomNumbers& random, Demand& demand, const Session& before) {
    if (!demand.others.empty() && random.chance(0.5))
        demand.others[static_cast<std::size_t>(random.pick(0, static_cast<int>(demand.others.size()) - 1))] = before;
    if (demand.maps.empty()) return;
    MapDemand& map = demand.maps[static_cast<std::size_t>(random.pick(0, static_cast<int>(demand.maps.size()) - 1))];
    if (random.chance(0.5)) map.pooling = static_cast<Pooling>(random.pick(0, 2));
    if (map.state > 0) map.isDifference = random.chance(0.5);
    if (random.chance(0.2)) map = anyMap(random, demand);
}

} // namespace headlight::testing
