#pragma once

#include "base/Matrix.h"
#include "random/TorchGenerator.h"

#include <cstdint>
#include <string_view>

namespace headlight {

/// nn.Linear(in, out): weight [out, in], uniform on [-1/sqrt(in), 1/sqrt(in)); then, if `withBias`, bias [1, out].
struct LinearParameters {
    Matrix weight; ///< [out, in], as PyTorch stores it: y = x Wᵀ + b
    Matrix bias;   ///< [1, out], or empty
};
LinearParameters drawLinear(TorchGenerator&, Index in, Index out, bool withBias);

/// nn.Embedding(rows, d): standard normal [rows, d].
Matrix drawEmbedding(TorchGenerator&, Index rows, Index d);

/// A seed of its own for everything that has a name, so that what is drawn does not depend on what was drawn
/// before: the same (seed, name) gives the same number on every machine. It is the 64-bit FNV-1a hash of the name's
/// bytes, started from the offset basis XOR mix(seed), and mixed once more; mix is one step of splitmix64.
/// Saved sessions depend on it: it must never change.
std::uint64_t namedSeed(std::uint64_t seed, std::string_view name);

/// A standard normal vector [1, d] that belongs to a name. Numbers are drawn one by one, torch.randn(1) d times after
/// torch.manual_seed(namedSeed(seed, name)), so that a longer vector begins with the shorter one whatever their
/// lengths.
Matrix drawVector(std::uint64_t seed, std::string_view name, Index d);

/// The vector [1, d] of a token that nobody has given numbers: standard normal, from the session's seed and the
/// token's own text: drawVector(seed, "token " + token, d).
/// The generator has 32 bits of seed: among 8,192 tokens two share a vector with a probability of 0.8 %.
Matrix drawTokenVector(std::uint64_t seed, std::string_view token, Index d);

/// A weight matrix [rows, cols] that nobody has given numbers, applied as X W: uniform on [-1/sqrt(rows),
/// 1/sqrt(rows)) as nn.Linear, from the seed and its name ("layer 0 head 2 W_q"). Drawn in row-major order, so that
/// more rows keep the numbers in front up to the bound, and more columns do not.
/// `fanIn` > 0 stands in for rows in the bound: a bias [1, d_k] is drawn with the bound of its weight.
Matrix drawWeights(std::uint64_t seed, std::string_view name, Index rows, Index cols, Index fanIn = 0);

} // namespace headlight
