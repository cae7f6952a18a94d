#pragma once

#include "session/Session.h"

#include <optional>
#include <string>

namespace headlight {

/// True if the layers read the vectors of the first sentence: its X is not given, and the first layer has nothing else
/// given that it would start with.
bool readsEmbeddings(const Session&);
/// True if there is a second sentence, and a layer reads its vectors: not all layers start with given stages.
bool readsSecondSentence(const Session&);

/// Returns the name of the stage that a parameter gives: "weights" for given_weights.
std::string stageGivenBy(Parameter);

/// Returns how many numbers the given stages have if the sentences have so many tokens (Sizes::tokens, keyTokens).
double numbersGiven(const Session&, const Sizes& sizes);

/// Returns what is wrong with the given stages of a layer, as consistency.h says it: not every head has the same ones,
/// they are not Q and K, scores, or weights (each with V or without), the layer reads a stage before them, or there is
/// no result for the layer above. Shapes are checked like those of other parameters.
std::optional<std::string> firstWrongGiven(const Session&, int layer);

/// True if a parameter may have the number: a finite one, or in given scores minus infinity.
bool isAllowedIn(Parameter, float);

/// Returns the problem with a number of a given stage that it may not have; nothing, if there is none. Reads every
/// number. For what comes from files.
std::optional<std::string> firstNotFinite(const Layer&, int index);

/// True if weights of this sum are a row of attention, as nearly as other programs round them.
inline bool isOne(double sum) { return sum > 1 - 1e-3 && sum < 1 + 1e-3; }

/// Returns a sentence about given weights whose rows do not sum to 1 within 1e-3; empty if all do.
std::string sumsOfGiven(const Session&);

} // namespace headlight
