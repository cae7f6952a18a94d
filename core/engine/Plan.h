#pragma once

#include "engine/Demand.h"

#include <cstdint>
#include <vector>

namespace headlight {

/// Some stages.
class StageSet {
public:
    void add(Stage stage) { bits_ |= bitOf(stage); }
    bool has(Stage stage) const { return (bits_ & bitOf(stage)) != 0; }
    bool empty() const { return bits_ == 0; }
    /// Calls f(stage) for each, in the order of the list.
    template <class F>
    void forEach(F f) const {
        for (std::uint32_t left = bits_, stage = 0; left != 0; left >>= 1, ++stage)
            if (left & 1U) f(static_cast<Stage>(stage));
    }

private:
    static std::uint32_t bitOf(Stage stage) { return std::uint32_t{1} << static_cast<unsigned>(stage); }
    std::uint32_t bits_ = 0;
};

/// What of one layer has to be computed for a demand.
struct LayerPlan {
    StageSet ofLayer;
    std::vector<StageSet> ofHeads; ///< one for each head

    int attending() const; ///< heads whose scores are needed
};

/// The layers of a state of a demand (MapDemand::state), from the first to the last that is needed; those below need
/// their results. What does not exist is left out.
std::vector<LayerPlan> planOf(const Session& session, const Demand& demand, int state);

/// Whether the session has what a map shows.
bool exists(const Session& session, const MapDemand& map);
bool exists(const Session& session, const CellRef& cell);

} // namespace headlight
