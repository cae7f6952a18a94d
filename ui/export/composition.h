#pragma once

#include "base/Watch.h"
#include "engine/Frame.h"
#include "export/ExportPlan.h"
#include "plot/paintMap.h"

#include <memory>
#include <vector>

class QPainter;

namespace headlight {

/// A plan with the numbers to fill it.
struct Composition {
    ExportPlan plan;
    std::vector<std::shared_ptr<const Tile>> tiles; ///< of plan.maps
    std::vector<QString> absent;                    ///< likewise: why one has no cells, in their place; else empty
    const Theme* theme = nullptr;
    MapOptions look;               ///< colours, numbers, scales
    std::optional<View> selection; ///< whose crosshair is drawn
    struct Progress {              ///< of the computation
        Walk walk;
        Step step;
        View view;
        QString words;
    };
    std::optional<Progress> progress{};
};

/// Paints all of it, in plan coordinates; `scale` is how many pixels of the device a logical one has. `watch` is asked
/// before each map; false if it does not go on.
bool paintComposition(QPainter& painter, const Composition& composition, PaintTarget target, double scale,
                      const Watch& watch);

} // namespace headlight
