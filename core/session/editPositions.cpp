#include "session/conform.h"
#include "session/drawn.h"
#include "session/edits.h"

#include <algorithm>
#include <utility>

namespace headlight {

void completePositions(Session& session) {
    if (!session.positions.kept) return;
    Positions& positions = *session.positions.kept;
    const bool isInUse = session.positions.isOn && positions.kind == Positions::Kind::Learned;
    if (const FrozenMatrix& table = positions.table.kept; table || isInUse) {
        const Sizes sizes = sizesOf(session);
        Index rows = table ? table->rows() : 0; // of a table that is off, only the columns follow
        if (isInUse) rows = std::max<Index>({rows, sizes.tokens, sizes.keyTokens});
        fitTo(positions.table, rows, sizes.d, session.seed, {Parameter::P}, sizes.d);
    }
    positions.table.isOn = positions.table.kept && positions.kind == Positions::Kind::Learned;
}

Result<Session> withPositions(const Session& session, std::optional<Positions::Kind> kind) {
    if (session.positions.isOn == kind.has_value() && (!kind || session.positions->kind == *kind)) return session;
    Session now = session;
    if (kind && !now.positions.kept) now.positions.kept = Positions{*kind};
    if (kind) now.positions.kept->kind = *kind;
    now.positions.isOn = kind.has_value();
    return conformed(session, std::move(now));
}

} // namespace headlight
