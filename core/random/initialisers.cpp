#include "random/initialisers.h"

#include <cmath>
#include <string>

namespace headlight {

namespace {

/// One step of splitmix64: every bit of the argument moves about half the bits of the result.
std::uint64_t mix(std::uint64_t x) {
    x += 0x9E3779B97F4A7C15ULL;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
    return x ^ (x >> 31);
}

} // namespace

std::uint64_t namedSeed(std::uint64_t seed, std::string_view name) {
    std::uint64_t hash = 0xCBF29CE484222325ULL ^ mix(seed);
    for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
    return mix(hash);
}

Matrix drawTokenVector(std::uint64_t seed, std::string_view token, Index d) {
    std::string name = "token ";
    name += token;
    return drawVector(seed, name, d);
}

Matrix drawVector(std::uint64_t seed, std::string_view name, Index d) {
    TorchGenerator generator(namedSeed(seed, name));
    Matrix vector(1, d);
    for (Index i = 0; i < d; ++i) vector(0, i) = generator.randn();
    return vector;
}

Matrix drawWeights(std::uint64_t seed, std::string_view name, Index rows, Index cols, Index fanIn) {
    const double bound = 1 / std::sqrt(static_cast<double>(fanIn > 0 ? fanIn : rows));
    return TorchGenerator(namedSeed(seed, name)).uniform(rows, cols, -bound, bound);
}

} // namespace headlight
