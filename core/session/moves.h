#pragma once
// What follows when the columns of what a layer makes come, go or change places. Private to core/session.

#include "session/Session.h"
#include "session/waiting.h"

#include <vector>

namespace headlight {

/// How the columns of what a layer's heads make move, and with them what stands for them in its parameters: the rows of
/// its W_o that read them; without one, what reads them in the layer above.
struct Move {
    struct Column {
        Index from = -1; ///< where it stood; -1: it is new, and what reads it is drawn
        int head = -1;   ///< for the head of this number, under a name of its own: what another head gained is no twin
        Index place = 0; ///< among that head's columns; without a head among all
    };
    std::vector<Column> columns; ///< as they are now
    Cause cause = Cause::Resize;

    /// What both have stays in its place.
    static Move resized(Index before, Index now, Cause cause = Cause::Resize);
};
/// What in the layer itself reads the columns that its heads make.
void followWithin(Session& session, int layer, const Move& move);
/// After `session.layers[layer]` has made such a move. The sizes of the layers above follow.
void follow(Session& session, int layer, const Move& move);
/// After the columns of what the layer makes, with its W_o, have made it.
void followMade(Session& session, int layer, const Move& move);
/// After what the layer above this one reads has made it.
void followAbove(Session& session, int layer, const Move& move);
/// follow(), or a Problem if a residual does not fit any more.
Result<Session> followed(Session session, int layer, const Move& move);

} // namespace headlight
