#include "session/consistency.h"
#include "session/drawn.h"
#include "session/edits.h"

#include <algorithm>
#include <utility>

namespace headlight {

void completePositions(Session& session) {
    for (auto* positions : {&session.positions, &session.offPositions}) {
        if (!*positions || (*positions)->kind != Positions::Kind::Learned) continue;
        FrozenMatrix& table = (*positions)->table;
        const bool isOn = positions == &session.positions; // else it has only the width of the rest
        Sizes sizes = sizesOf(session);
        const Index rows = table ? table->rows() : 0, cols = table ? table->cols() : 0;
        sizes.positions = static_cast<int>(rows);
        if (isOn) sizes.positions = std::max({sizes.positions, sizes.tokens, sizes.keyTokens});
        if (sizes.positions == rows && sizes.d == cols) continue;
        Matrix now = drawnFor(session.seed, {Parameter::P}, sizes);
        const Index keptCols = std::min<Index>(cols, sizes.d);
        if (table) now.topLeftCorner(rows, keptCols) = table->topLeftCorner(rows, keptCols);
        if (sizes.d != cols) (*positions)->drawn = {}; // as a text's
        table = std::move(now);
    }
}

Result<Session> withPositions(const Session& session, std::optional<Positions::Kind> kind) {
    if (session.positions.has_value() == kind.has_value() && (!kind || session.positions->kind == *kind))
        return session;
    Session now = session;
    const bool hasTable = now.offPositions && now.offPositions->table; // which is not to be had again
    if (now.positions && !(hasTable && !now.positions->table)) now.offPositions = now.positions;
    now.positions.reset();
    if (kind && now.offPositions && now.offPositions->kind == *kind)
        now.positions = std::exchange(now.offPositions, std::nullopt);
    else if (kind)
        now.positions.emplace(Positions{*kind, {}});
    if (now.offPositions != session.offPositions) now.unknown = swapped(now.unknown, "positions", "off.positions");
    completePositions(now);
    if (auto fit = fits(now); !fit) return fit.problem();
    return now;
}

} // namespace headlight
