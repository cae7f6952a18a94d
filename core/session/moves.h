#pragma once
// The parameters follow when columns of a layer's output come, go or change places. Private to core/session.

#include "session/Session.h"

#include <vector>

namespace headlight {

/// The move of the columns that a layer's heads make, and of the rows that read them: those of its W_o or, without one,
/// of the layer above.
struct Move {
    struct Column {
        Index from = -1; ///< the former index; -1: it is new, and what reads it is drawn
        int head = -1;   ///< what reads it is drawn for the head with this number; -1: for no head
        Index place = 0; ///< the index among that head's columns, or without a head among all
    };
    std::vector<Column> columns; ///< the present columns
    Index before = 0;            ///< the former number of columns

    /// Returns a move in which columns come or go at the end.
    static Move resized(Index before, Index now);
};
/// Makes what reads the columns of the layer's heads follow their move: its W_o, or the layers above, with their sizes.
void follow(Session& session, int layer, const Move& move);
/// Makes what reads the layer's output follow the move of its columns: its norm after the heads, and the layers above.
void followMade(Session& session, int layer, const Move& move);
/// Makes the layer above this one follow the move of the columns of its input.
void followAbove(Session& session, int layer, const Move& move);
/// Returns the session after follow(), or a Problem if a residual does not fit any more.
Result<Session> followed(Session session, int layer, const Move& move);

} // namespace headlight
