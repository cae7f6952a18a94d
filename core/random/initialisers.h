#pragma once

#include "base/Matrix.h"
#include "random/TorchGenerator.h"

#include <cstdint>
#include <string_view>

namespace headlight {

// Numbers that are drawn from a seed and a name, so that they do not depend on what was drawn before. The same seed and
// name give the same numbers on every machine. Saved sessions depend on this: none of these functions may ever change.

/// Returns the seed that belongs to a name: the 64-bit FNV-1a hash of the name's bytes, started from the offset basis
/// XOR mix(seed), and mixed once more; mix is one step of splitmix64.
std::uint64_t namedSeed(std::uint64_t seed, std::string_view name);

/// Draws a standard normal vector [1, d]: torch.randn(1) d times after torch.manual_seed(namedSeed(seed, name)).
/// Because each number is drawn alone, a longer vector begins with the numbers of a shorter one.
Matrix drawVector(std::uint64_t seed, std::string_view name, Index d);

/// Draws the initial vector [1, d] of a token: drawVector(seed, "token " + token, d), with the session's seed. The
/// generator uses 32 bits of its seed: two of 8,192 tokens have the same vector with a probability of 0.8 %, of 32,768
/// with 12 %.
Matrix drawTokenVector(std::uint64_t seed, std::string_view token, Index d);

/// Draws an initial weight matrix [rows, cols], applied as X W, with a name such as "layer 0 head 2 W_q": uniform on
/// [-bound, bound), bound = 1 / sqrt(fanIn), as nn.Linear draws it. fanIn = 0 means `rows`; a bias [1, d_k] has the
/// bound of its weight. It is drawn in row-major order: with more rows (and the same bound) the first rows keep their
/// numbers, with more columns they do not.
Matrix drawWeights(std::uint64_t seed, std::string_view name, Index rows, Index cols, Index fanIn = 0);

} // namespace headlight
