#pragma once
// What follows when the columns of what a layer makes come, go or change places. Private to core/session.

#include "session/Session.h"

#include <vector>

namespace headlight {

/// How the columns of what a layer's heads make move, and with them the rows that read them: of its W_o; without one,
/// of the layer above.
struct Move {
    struct Column {
        Index from = -1; ///< where it was; -1: it is new, and what reads it is drawn
        int head = -1;   ///< drawn under the name of the head with this number; -1: of the whole matrix
        Index place = 0; ///< among that head's columns; without a head among all
    };
    std::vector<Column> columns; ///< as they are now
    Index before = 0;            ///< how many there were

    /// Columns come or go at the end.
    static Move resized(Index before, Index now);
};
/// After `session.layers[layer]` has made such a move. The sizes of the layers above follow.
void follow(Session& session, int layer, const Move& move);
/// After the columns of what the layer makes, with its W_o, have made it.
void followMade(Session& session, int layer, const Move& move);
/// After what the layer above this one reads has made it.
void followAbove(Session& session, int layer, const Move& move);
/// follow(), or a Problem if a residual does not fit any more.
Result<Session> followed(Session session, int layer, const Move& move);

} // namespace headlight
