#pragma once
// Whether the panels of a window have what they ask for.

#include "document/Workbench.h"
#include "engine/Plan.h"
#include "panels/maps/HeatmapsGrid.h"
#include "panels/maps/HeatmapsPanel.h"

#include <QMainWindow>

#include <algorithm>
#include <vector>

namespace headlight::testing {

inline std::vector<Panel*> seenPanels(const QMainWindow& window) {
    std::vector<Panel*> seen;
    for (Panel* panel : window.findChildren<Panel*>())
        if (panel->isVisible() && panel->wish() != Wish{}) seen.push_back(panel);
    return seen;
}

/// Which cell a wish means.
inline CellRef meant(const std::optional<CellRef>& cell, const View& view) {
    return cell.value_or(CellRef{view.layer, view.head, view.query, view.key});
}

inline bool isAnswered(const Panel& panel, const ViewState& state) {
    const auto reply = state.replyTo(panel);
    const Wish& wish = panel.wish();
    if (!reply || reply->frame->session != state.session || reply->maps != wish.maps) return false;
    if (!reply->frame->problem.empty()) return true;
    if (reply->tiles.size() != wish.maps.size() || reply->cells.size() != wish.cells.size()) return false;
    const Shape shape = shapeOf(state.session);
    for (std::size_t i = 0; i < wish.cells.size(); ++i) {
        const CellRef cell = meant(wish.cells[i], state.view);
        if (reply->cells[i] ? reply->cells[i]->cell != cell : shape.has(cell)) return false;
    }
    return true;
}

/// Each panel that is seen has what it wants, and of the present session; the maps want what is in sight.
inline bool isAnswered(const QMainWindow& window, const ViewState& state) {
    const auto* maps = window.findChild<HeatmapsPanel*>();
    if (maps->grid().isVisible() && maps->grid().demands() != maps->wish().maps) return false;
    return std::ranges::all_of(seenPanels(window), [&](const Panel* panel) { return isAnswered(*panel, state); });
}

} // namespace headlight::testing
