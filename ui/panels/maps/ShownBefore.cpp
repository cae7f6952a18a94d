#include "panels/maps/ShownBefore.h"

#include <utility>

namespace headlight {

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
    // Undo has no marks, as what stood there comes after it. Where other tokens stand, cells are others, too.
    isMarked_ = isBefore() && before_.session.text.tokens == session.text.tokens &&
                keyText(before_.session).tokens == keyText(session).tokens;
    now_ = {session, response->tiles};
}

std::shared_ptr<const Tile> ShownBefore::of(const std::shared_ptr<const Tile>& now) const {
    if (!isMarked_ || !now || now->demand.state != 0) return nullptr;
    for (const auto& tile : before_.tiles)
        if (tile && tile->demand == now->demand && tile->stageRows == now->stageRows &&
            tile->stageCols == now->stageCols)
            return tile == now ? nullptr : tile;
    return nullptr;
}

} // namespace headlight
