#pragma once
// Numbers that the program draws from the session's seed and a name (random/initialisers.h). Private to core/session.

#include "base/Watch.h"
#include "session/Session.h"

#include <algorithm>
#include <cstdint>
#include <string>

namespace headlight {

/// Returns the reference of a layer's parameter with the numbers under which it is drawn: Layer::number, Head::number.
ParameterRef drawnUnder(const ParameterRef&, const Layer&);

/// Returns the name under which a parameter is drawn: "layer 0 head 2 W_q".
std::string drawingName(const ParameterRef&);

/// Returns new numbers for a parameter, or for a part of one.
Matrix freshFor(std::uint64_t seed, const ParameterRef&, Index rows, Index cols, Index fanIn);

/// Returns new numbers for a parameter in the shape that `sizes` give it. Layer and head of the reference are a
/// Layer::number and a Head::number.
Matrix drawnFor(std::uint64_t seed, const ParameterRef&, const Sizes& sizes);

/// Pins every row of the table, so that it stays whatever is typed.
void pinVocabulary(Text&);

/// Fits given masks (on or off) and hidden tokens to the tokens, which have come and gone since `before`, or are those
/// of another sentence. A Problem if a given mask would grow beyond kMaxMaskCells; a larger one of a file may stay.
Result<void> fitMasks(Session&, const Session& before);

/// Returns the first number that none of the heads or layers has: two with the same number would be drawn alike.
int unusedNumber(const auto& all) {
    int number = 0;
    while (std::ranges::any_of(all, [&](const auto& one) { return one.number == number; })) ++number;
    return number;
}

/// Draws a new head, with weights, and with the biases that `like` has.
Head drawnHead(std::uint64_t seed, int layerNumber, int number, const Sizes& sizes, const Head& like = {});

/// Brings a parameter's matrix into this shape: numbers keep their places, new ones are drawn.
void fitTo(ParameterValue&, Index rows, Index cols, std::uint64_t seed, const ParameterRef&, Index fanIn);

} // namespace headlight
