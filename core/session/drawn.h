#pragma once
// What nobody has given numbers is drawn from the session's seed and its own name (random/initialisers.h). Private to
// core/session.

#include "base/Watch.h"
#include "session/Session.h"
#include "session/waiting.h"

#include <cstdint>
#include <string>

namespace headlight {

/// "layer 0 head 2 W_q": under which a parameter is drawn.
std::string drawingName(const ParameterRef&);

/// New numbers for a parameter, or for a part of one.
Matrix freshFor(std::uint64_t seed, const ParameterRef&, Index rows, Index cols, Index fanIn);

/// The parameter in the shape that `sizes` give it, from the seed and "layer 0 head 2 W_q"; layer and head are a
/// Layer::number and a Head::number.
Matrix drawnFor(std::uint64_t seed, const ParameterRef&, const Sizes& sizes);

/// From now on every row of the table is remembered, whatever is typed. (Those of a closed vocabulary are anyway.)
void pinVocabulary(Text&);

/// After tokens have come and gone: given masks and hidden tokens, switched on or off, follow them.
void fitMasks(Session&, const Session& before);

/// A given mask grows with the sentence, up to kMaxMaskCells; a larger one of a file stays as it is. To be asked before
/// fitMasks(): what would be too large is not made.
Result<void> masksAreBounded(const Session&, const Session& before);

/// That a parameter of the layer was drawn by somebody: its numbers have come, gone or moved.
void forgetDrawing(Layer& layer, Parameter, std::size_t head);

/// A head of its own: what "without trainable weights" leaves out, and the biases that `like` has.
Head drawnHead(std::uint64_t seed, int layerNumber, int number, const Sizes& sizes, const Head& like = {});

/// Of a layer whose trainable weights are switched off: its sizes with them.
Sizes sizesOfTrained(const Layer& trained, Sizes sizes);

/// Brings every parameter that the layer has into the shape that `now` gives it: numbers stay in their places, the
/// others are drawn, or have waited. Not what stands for the heads' columns: see follow().
/// False, and they are in no order, if `watch`, asked before each, does not go on.
bool fit(Layer& layer, std::uint64_t seed, const Sizes& now, Cause cause, const Watch& watch = {});

} // namespace headlight
