#include "panels/maps/ShownBefore.h"

#include "session/pairs.h"

#include <utility>

namespace headlight {

void ShownBefore::follow(const ViewState& state, const Response* response) {
    const bool isLookedAt = std::exchange(view_, state.view) != state.view;
    const bool areOthers = std::exchange(maps_, state.maps) != state.maps;
    if (!state.before) isMarked_ = false; // another document, whose maps may take long
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
    MapDemand is = now->demand; // the same demand, before the edit
    const auto [layer, head] = samePlace(before_.session, now_.session, {is.layer, is.head});
    is.layer = layer;
    if (infoOf(is.stage).scope == Scope::Head) is.head = head;
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
