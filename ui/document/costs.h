#pragma once

#include "session/parameters.h"

namespace headlight {

// The number of numbers that an edit makes, for Workbench::apply() and made().

/// W_q, W_k and W_v of so many heads.
inline double numbersOfHeads(int heads, const Sizes& s) { return double(heads) * s.d * (2.0 * s.dk + s.dv); }
/// The stages of a layer, roughly.
inline double numbersOfLayer(const Sizes& s) { return double(s.tokens) * double(s.keyTokens + s.d) * s.heads; }
/// A mask that is given by hand: a number for each query and key.
inline double numbersOfMask(const Sizes& s) { return double(s.tokens) * s.keyTokens; }

} // namespace headlight
