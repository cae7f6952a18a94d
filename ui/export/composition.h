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
    /// One for each of plan.maps, then those that only count for colours: of the heads that are not drawn, for an
    /// automatic curve, and those of demandWithoutFirst().
    std::vector<std::shared_ptr<const Tile>> tiles;
    std::vector<QString> absent;     ///< for each tile: why it has no cells, or empty
    ExportSpec spec;                 ///< with the theme that it is painted in
    std::optional<View> selection{}; ///< the view whose crosshair is drawn
    struct Progress {                ///< the step of the computation that is shown
        Walk walk;
        Step step;
        View view;
        QString words;
    };
    std::optional<Progress> progress{};
};

/// Paints a composition in the coordinates of its plan. On paper, titles stand above the middle of their maps, and
/// numbers have at least 4.5 points. `watch` is called before each map; returns false if it cancels.
bool paintComposition(QPainter& painter, const Composition& composition, PaintTarget target, const Watch& watch);

/// True if numbers are wanted, but the cells of a stage have no room for them. Without decimals that the user chose,
/// numbers are not expected in more than MapsSpace::kMaxTokens rows or columns.
bool lacksNumbers(const Composition& composition);

} // namespace headlight
