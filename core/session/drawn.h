#pragma once
// Numbers that the program draws: from the session's seed and a name (random/initialisers.h). Private to core/session.

#include "base/Watch.h"
#include "session/Session.h"

#include <algorithm>
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

/// Pins every row of the table, so that it stays whatever is typed. (Those of a closed vocabulary stay anyway.)
void pinVocabulary(Text&);

/// After tokens have come and gone, or are those of another sentence: given masks (on or off) and hidden tokens follow.
/// A Problem if a given mask would grow beyond kMaxMaskCells; a larger one of a file is left as it is.
Result<void> fitMasks(Session&, const Session& before);

/// The first number that none of the heads or layers has: two with one number are drawn alike.
template <class T>
int unusedNumber(const std::vector<T>& all) {
    int number = 0;
    while (std::ranges::count(all, number, &T::number) > 0) ++number;
    return number;
}

/// A head of its own: with weights, and with the biases that `like` has.
Head drawnHead(std::uint64_t seed, int layerNumber, int number, const Sizes& sizes, const Head& like = {});

/// Brings a parameter's matrix into this shape: numbers keep their places, new ones are drawn.
void fitTo(ParameterValue&, Index rows, Index cols, std::uint64_t seed, const ParameterRef&, Index fanIn);

/// Switches a parameter on, in the shape that `sizes` give it: with the numbers that it has, as far as they fit.
void switchOn(ParameterValue&, std::uint64_t seed, const ParameterRef&, const Sizes& sizes);

/// Brings every parameter that the layer has, on or off, into the shape that `now` gives it. Not the sides along the
/// heads' columns: see follow(). What a layer without weights keeps of them has the sizes of those weights.
/// False, and the layer is in no order, if `watch`, asked before each, does not go on.
bool fit(Layer& layer, std::uint64_t seed, const Sizes& now, const Watch& watch = {});

} // namespace headlight
