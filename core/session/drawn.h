#pragma once
// What nobody has given numbers is drawn from the session's seed and its own name (random/initialisers.h). Private to
// core/session.

#include "session/Session.h"

namespace headlight {

/// The parameter in the shape that `sizes` give it, from the seed and "layer 0 head 2 W_q"; the head is a Head::number.
Matrix drawnFor(std::uint64_t seed, const ParameterRef&, const Sizes& sizes);

/// A head of its own: what "without trainable weights" leaves out, and the biases that `like` has.
Head drawnHead(std::uint64_t seed, int layer, int number, const Sizes& sizes, const Head& like = {});

/// Brings every parameter that the layer has into the shape that `now` gives it: numbers stay in their places, in rows
/// that belong to heads (W_o) in those of their head; the others are drawn.
void fit(Layer& layer, int index, std::uint64_t seed, const Sizes& now);

} // namespace headlight
