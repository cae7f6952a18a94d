#pragma once
// What nobody has given numbers is drawn from the session's seed and its own name (random/initialisers.h). Private to
// core/session.

#include "base/Watch.h"
#include "session/Session.h"

namespace headlight {

/// The parameter in the shape that `sizes` give it, from the seed and "layer 0 head 2 W_q"; layer and head are a
/// Layer::number and a Head::number.
Matrix drawnFor(std::uint64_t seed, const ParameterRef&, const Sizes& sizes);

/// From now on every row of the table is remembered, whatever is typed. (Those of a closed vocabulary are anyway.)
void pinVocabulary(Text&);

/// After tokens have come and gone: given masks and hidden tokens, switched on or off, follow them.
void fitMasks(Session&, const Session& before);

/// That a parameter of the layer was drawn by somebody: its numbers have come, gone or moved.
void forgetDrawing(Layer& layer, Parameter, std::size_t head);

/// A head of its own: what "without trainable weights" leaves out, and the biases that `like` has.
Head drawnHead(std::uint64_t seed, int layerNumber, int number, const Sizes& sizes, const Head& like = {});

/// Brings every parameter that the layer has into the shape that `now` gives it: numbers stay in their places, the
/// others are drawn. Not what stands for the heads' columns: see follow().
/// False, and they are in no order, if `watch`, asked before each, does not go on.
bool fit(Layer& layer, std::uint64_t seed, const Sizes& now, const Watch& watch = {});

/// How the columns of what a layer's heads make move, and with them what stands for them in its parameters: the rows of
/// its W_o that read them; without one, what reads them in the layer above.
struct Move {
    struct Column {
        Index from = -1; ///< where it stood; -1: it is new, and what reads it is drawn
        int head = -1;   ///< for the head of this number, under a name of its own: what another head gained is no twin
        Index place = 0; ///< among that head's columns; without a head among all
    };
    std::vector<Column> columns; ///< as they are now

    /// What both have stays in its place.
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
