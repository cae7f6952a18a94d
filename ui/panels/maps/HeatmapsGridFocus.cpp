// Which map has the keyboard, and which is brought into sight.
#include "controls/keyboardStop.h"
#include "document/CallQueue.h"
#include "panels/maps/HeatmapsGrid.h"
#include "plot/HeatmapView.h"

#include <QFocusEvent>
#include <QScrollArea>

#include <algorithm>
#include <utility>

namespace headlight {

/// Also while a dialog has the keyboard, which then comes back here.
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
    stage = std::min(stage, stages() - 1); // of as many as there were
    bringIntoSight(head, stage);
    if (HeatmapView* map = view(head, stage)) map->setFocus(Qt::OtherFocusReason);
}

std::optional<int> HeatmapsGrid::placeOf(int head) const {
    const auto found = std::ranges::find(content_.heads, head, &HeadMaps::head);
    return found == content_.heads.end() ? std::nullopt
                                         : std::optional(static_cast<int>(found - content_.heads.begin()));
}

void HeatmapsGrid::bringIntoSight(int head, int stage) {
    const auto at = placeOf(head);
    if (!at || stage < 0 || stage >= stages() || layout_.isEmpty() || !layout_.shows(*at, stage)) return;
    const QRect card = layout_.cardRect(*at, stage);
    const QPoint centre = card.center();
    scroll_->ensureVisible(centre.x(), centre.y(), card.width() / 2, card.height() / 2);
    if (calls_.isRunning()) showMaps(); // else scrolling has done it
}

/// Another head was selected, by whatever means: its maps are seen, and have the keyboard if maps had it.
void HeatmapsGrid::followSelection() {
    const bool hasHeads = std::ranges::any_of(content_.stages, &MapStage::hasHeads);
    const int selected = hasHeads && placeOf(content_.selectedHead) ? content_.selectedHead : -1;
    if (std::exchange(selectedHead_, selected) == selected || selected < 0 || layout_.isEmpty()) return;
    const auto spot = focused();
    if (spot && spot->head != selected)
        focusMap(selected, spot->stage);
    else if (!isInSight(*placeOf(selected)))
        bringIntoSight(selected, lastStage_);
}

void HeatmapsGrid::focusSelected(Qt::FocusReason reason) {
    if (content_.heads.empty()) return;
    const int head = placeOf(selectedHead_) ? selectedHead_ : content_.heads.front().head;
    bringIntoSight(head, lastStage_);
    std::vector<HeatmapView*> maps{view(head, lastStage_)};
    for (int s = 0; s < stages(); ++s) maps.push_back(view(head, s));
    for (const auto& [at, other] : views_) maps.push_back(other.get());
    for (HeatmapView* map : maps)
        if (map && map->isVisibleTo(this)) return map->setFocus(reason);
}

void HeatmapsGrid::focusInEvent(QFocusEvent* event) { focusSelected(event->reason()); }

bool HeatmapsGrid::focusNextPrevChild(bool next) { return leaveStop(*this, next); }

/// Its head is then the selected one.
void HeatmapsGrid::toNeighbour(int head, int stage, QPoint direction) {
    const auto from = placeOf(head);
    if (!from || layout_.isEmpty()) return;
    const auto to = neighbourOf(layout_, static_cast<int>(content_.heads.size()), stages(), {*from, stage}, direction);
    if (!to) return;
    const int other = content_.heads[static_cast<std::size_t>(to->head)].head;
    focusMap(other, to->stage);
    const HeatmapView* map = view(other, to->stage);
    const auto cell = map ? map->content().selected() : std::nullopt;
    if (cell) emit clicked(other, stageAt(to->stage), *cell);
}

} // namespace headlight
