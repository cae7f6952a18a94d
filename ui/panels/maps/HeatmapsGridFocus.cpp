// The parts of HeatmapsGrid that move the focus and scroll to a map.
#include "controls/keyboardStop.h"
#include "document/CallQueue.h"
#include "panels/maps/HeatmapsGrid.h"
#include "plot/HeatmapView.h"

#include <QFocusEvent>
#include <QScrollArea>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace headlight {
namespace {

/// Returns the nearest map in a direction, (1, 0) being right. Heads are places of the layout.
std::optional<MapSpot> neighbourOf(const HeatmapsLayout& layout, MapSpot from, QPoint direction) {
    const QPoint here = layout.cardRect(from.head, from.stage).center();
    std::optional<MapSpot> nearest;
    int minDistance = 0;
    for (int head = 0; head < layout.heads(); ++head)
        for (int stage = 0; stage < layout.stages(); ++stage) {
            if (!layout.shows(head, stage)) continue;
            const QPoint way = layout.cardRect(head, stage).center() - here;
            const int along = QPoint::dotProduct(way, direction);
            const int across = std::abs(QPoint::dotProduct(way, direction.transposed()));
            const int distance = along + 2 * across;
            if (along <= across || (nearest && distance >= minDistance)) continue;
            nearest = MapSpot{head, stage};
            minDistance = distance;
        }
    return nearest;
}

} // namespace

/// Returns the map with the focus, or that gets it back when a dialog closes.
std::optional<MapSpot> HeatmapsGrid::focused() const {
    const QWidget* focus = window()->focusWidget();
    const auto found = std::ranges::find_if(views_, [focus](const auto& at) { return at.second.get() == focus; });
    return found == views_.end() ? std::nullopt : std::optional(MapSpot{found->first.first, found->first.second});
}

int HeatmapsGrid::focusedStage() const {
    const auto spot = focused();
    return spot ? spot->stage : 0;
}

void HeatmapsGrid::focusMap(int head, int stage) {
    stage = std::min(stage, stages() - 1); // there may be fewer stages now
    bringIntoSight(head, stage);
    if (HeatmapView* map = view(head, stage)) map->setFocus(Qt::OtherFocusReason);
}

void HeatmapsGrid::bringIntoSight(int head, int stage) {
    const auto at = content_.placeOf(head);
    if (!at || stage < 0 || stage >= stages() || layout_.isEmpty() || !layout_.shows(*at, stage)) return;
    QRect card = layout_.cardRect(*at, stage);
    card.setSize(card.size().boundedTo(scroll_->viewport()->size())); // of a larger card its labels
    const QPoint centre = card.center();
    scroll_->ensureVisible(centre.x(), centre.y(), card.width() / 2, card.height() / 2);
    if (calls_.isRunning()) showMaps(); // outside of calls, scrolling has done it
}

/// Scrolls to the maps of a newly selected head, and gives them the focus if another map had it.
void HeatmapsGrid::followSelection() {
    const bool hasHeads = std::ranges::any_of(content_.stages, &MapStage::hasHeads);
    const int selected = hasHeads && content_.placeOf(content_.selectedHead) ? content_.selectedHead : -1;
    if (std::exchange(selectedHead_, selected) == selected || selected < 0 || layout_.isEmpty()) return;
    const auto spot = focused();
    if (spot && spot->head != selected)
        focusMap(selected, spot->stage);
    else if (!isInSight(*content_.placeOf(selected)))
        bringIntoSight(selected, lastStage_);
}

void HeatmapsGrid::focusSelected(Qt::FocusReason reason) {
    if (content_.heads.empty()) return;
    const int head = content_.placeOf(selectedHead_) ? selectedHead_ : content_.heads.front().head;
    bringIntoSight(head, lastStage_);
    std::vector<HeatmapView*> maps{view(head, lastStage_)};
    for (int s = 0; s < stages(); ++s) maps.push_back(view(head, s));
    for (const auto& [at, other] : views_) maps.push_back(other.get());
    for (HeatmapView* map : maps)
        if (map && map->isVisibleTo(this)) return map->setFocus(reason);
}

void HeatmapsGrid::focusInEvent(QFocusEvent* event) { focusSelected(event->reason()); }

bool HeatmapsGrid::focusNextPrevChild(bool next) { return leaveStop(*this, next); }

/// Goes to the nearest map in a direction, and selects its head.
void HeatmapsGrid::toNeighbour(int head, int stage, QPoint direction) {
    const auto from = content_.placeOf(head);
    if (!from || layout_.isEmpty()) return;
    const auto to = neighbourOf(layout_, {*from, stage}, direction);
    if (!to) return;
    const int other = content_.heads[static_cast<std::size_t>(to->head)].head;
    focusMap(other, to->stage);
    const HeatmapView* map = view(other, to->stage);
    const auto cell = map ? map->content().selected() : std::nullopt;
    if (cell) emit clicked(other, stageAt(to->stage), *cell);
}

} // namespace headlight
