#include "panels/maps/ShownBefore.h"

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

/// Returns the place in `before` of the layer or head that is at `place` now, found by the number it was drawn under (a
/// duplicate has the same); -1: none, or `now` has no such place, since a late answer may be of any session.
int placeBefore(const auto& before, const auto& now, int place) {
    const auto number = [](const auto& one) { return one.number; };
    if (place >= std::ssize(now)) return -1;
    if (std::ranges::equal(before, now, {}, number, number)) return place;
    const auto found = std::ranges::find(before, now[static_cast<std::size_t>(place)].number, number);
    return found == before.end() ? -1 : static_cast<int>(found - before.begin());
}

} // namespace

void ShownBefore::follow(const ViewState& state, const Response* response) {
    const bool isLookedAt = std::exchange(view_, state.view) != state.view;
    const bool areOthers = std::exchange(maps_, state.maps) != state.maps;
    if (!response || response->tiles.empty()) return;
    const Session& session = response->frame->session;
    if (session == now_.session) {
        if (isLookedAt || areOthers) isMarked_ = false;
        now_.tiles = response->tiles;
        return;
    }
    const auto isBefore = [&] { return state.before && *state.before == before_.session; };
    if (!isBefore()) before_ = now_;
    isMarked_ = isBefore() && // undo has no marks: the state shown before comes after it
                before_.session.text.tokens == session.text.tokens &&
                keyText(before_.session).tokens == keyText(session).tokens;
    now_ = {session, response->tiles};
}

std::shared_ptr<const Tile> ShownBefore::of(const std::shared_ptr<const Tile>& now) const {
    if (!isMarked_ || !now || now->demand.state != 0) return nullptr;
    const StageInfo& info = infoOf(now->demand.stage);
    MapDemand is = now->demand; // the same demand, before the edit
    is.layer = placeBefore(before_.session.layers, now_.session.layers, is.layer);
    if (is.layer < 0) return nullptr;
    if (info.scope == Scope::Head)
        is.head = placeBefore(layerAt(before_.session, is.layer).heads(),
                              layerAt(now_.session, now->demand.layer).heads(), is.head);
    const auto isWhole = [](const Tile& tile) { // has each cell, whatever part was demanded
        return tile.exact && tile.values.size() > 0 && tile.values.rows() == tile.stageRows &&
               tile.values.cols() == tile.stageCols;
    };
    for (const auto& tile : before_.tiles) {
        if (!tile) continue;
        const MapDemand& then = tile->demand;
        // Late answers may be of any state of the history, with another d_v, too.
        const bool areSameSizes = tile->stageRows == now->stageRows && tile->stageCols == now->stageCols;
        const bool areWhole = isWhole(*tile) && isWhole(*now) && then.stage == is.stage && then.layer == is.layer &&
                              then.head == is.head && then.state == is.state;
        if (areSameSizes && (areWhole || then == is)) return tile == now ? nullptr : tile;
    }
    return nullptr;
}

} // namespace headlight
