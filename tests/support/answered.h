#pragma once
// Checks that the panels of a window have what they ask for.

#include "document/Workbench.h"
#include "engine/Plan.h"
#include "panels/maps/HeatmapsGrid.h"
#include "panels/maps/HeatmapsPanel.h"
#include "plot/HeatmapView.h"

#include <QMainWindow>

#include <algorithm>
#include <vector>

namespace headlight::testing {

inline std::vector<Panel*> seenPanels(const QMainWindow& window) {
    std::vector<Panel*> seen;
    for (Panel* panel : window.findChildren<Panel*>())
        if (panel->isVisible() && panel->request() != Request{}) seen.push_back(panel);
    return seen;
}

/// True if no visible map in the widget has cells to paint.
inline bool arePainted(const QWidget& widget) {
    return std::ranges::none_of(widget.findChildren<HeatmapView*>(), [](const HeatmapView* map) {
        return map->awaitsPaint() && !map->visibleRegion().isEmpty();
    });
}

inline bool isAnswered(const Panel& panel, const ViewState& state) {
    const auto response = state.responseTo(panel);
    const Request& wish = panel.request();
    if (!response || response->frame->session != state.session || response->request != wish) return false;
    if (!response->frame->problem.empty()) return true;
    const auto isOfOther = [](const auto& one) { return one.state == kOther; };
    const std::vector<Session>& others = response->frame->demand.others;
    if (std::ranges::any_of(wish.maps, isOfOther) || std::ranges::any_of(wish.cells, isOfOther))
        if (!state.other || others.empty() || others.front() != *state.other) return false;
    bool hasAll = true;
    forEachKind([&](auto wanted, auto, auto given) {
        hasAll = hasAll && ((*response).*given).size() == (wish.*wanted).size();
    });
    if (!hasAll) return false;
    const Shape shape = shapeOf(state.session);
    for (std::size_t i = 0; i < wish.cells.size(); ++i) {
        const CellRef& cell = wish.cells[i].cell;
        const auto& explanation = response->explanations[i];
        if (explanation ? explanation->of != cell : shape.has(cell)) return false;
    }
    return true;
}

/// True if each visible panel has what it wants, for the present session, and the maps want what is in sight.
inline bool isAnswered(const QMainWindow& window, const ViewState& state) {
    const auto* maps = window.findChild<HeatmapsPanel*>();
    if (maps->grid().isVisible() && maps->grid().demands() != maps->request().maps) return false;
    return std::ranges::all_of(seenPanels(window), [&](const Panel* panel) { return isAnswered(*panel, state); });
}

} // namespace headlight::testing
