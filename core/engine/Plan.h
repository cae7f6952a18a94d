#pragma once

#include "attention/program.h"
#include "backend/IndexSet.h"
#include "engine/Demand.h"

#include <cstddef>
#include <vector>

namespace headlight {

/// The stages of one layer that a demand needs, and its maps and cells that are read from the layer.
struct LayerPlan {
    /// The stages of one head that a demand needs.
    struct Head {
        PerStage<bool> stages; ///< complete with all that they are computed from
        IndexSet contextRows;  ///< rows of Context for cells that are read, if Context is not in `stages`
    };
    PerStage<bool> ofLayer; ///< stages of the layer, complete with all that they are computed from
    std::vector<Head> heads;
    std::vector<std::size_t> maps;  ///< indices of the Demand::maps that are read from it
    std::vector<std::size_t> cells; ///< indices of the Demand::cells that are read from it

    int attending() const; ///< returns the number of heads whose scores are needed
};

/// The operations and sizes of a session's layers.
struct Shape {
    struct Layer {
        Program program;
        Sizes sizes;
        friend bool operator==(const Layer&, const Layer&) = default;
    };
    std::vector<Layer> layers;

    bool hasHead(int layer, int head) const;
    bool has(Stage stage, int layer, int head) const;
    bool has(const CellRef& cell) const;
    const Op& opOf(const CellRef& cell) const; ///< the shape must have the cell
    friend bool operator==(const Shape&, const Shape&) = default;
};
Shape shapeOf(const Session& session);

/// Returns the plans for a state of a demand (MapDemand::state), from the first layer to the last one that is needed;
/// the layers below need their results. Maps and cells that do not exist are left out.
std::vector<LayerPlan> planOf(const Shape& shape, const Demand& demand, int state);

} // namespace headlight
