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
    std::vector<std::shared_ptr<const Tile>> tiles;  ///< one for each of plan.maps
    std::vector<std::shared_ptr<const Tile>> rests;  ///< for the range of colours, see demandWithoutFirst()
    std::vector<std::shared_ptr<const Tile>> others; ///< of heads that are not drawn, for an automatic curve
    std::vector<QString> absent;                     ///< for each of plan.maps: why it has no cells, or empty
    const Theme* theme = nullptr;
    MapOptions look;                           ///< colours, numbers, scales
    std::map<Stage, const ValueCurve*> curves; ///< see ExportSpec
    std::optional<View> selection;             ///< the view whose crosshair is drawn
    struct Progress {                          ///< the step of the computation that is shown
        Walk walk;
        Step step;
        View view;
        QString words;
    };
    std::optional<Progress> progress{};
    bool isForPaper = false; ///< titles stand above the middle of their maps, and numbers have at least 4.5 points
};

/// Paints a composition in the coordinates of its plan. `watch` is called before each map; returns false if it cancels.
bool paintComposition(QPainter& painter, const Composition& composition, PaintTarget target, const Watch& watch);

/// True if numbers are wanted, but the cells of a stage have no room for them. Without decimals that the user chose,
/// numbers are not expected in more than MapsSpace::kMaxTokens rows or columns.
bool lacksNumbers(const Composition& composition);

} // namespace headlight
