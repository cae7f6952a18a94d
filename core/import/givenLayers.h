#pragma once
// Private to core/import.

#include "import/layerOf.h"

#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace headlight {

/// An array that is a stage of each head of each layer: [layers, heads, rows, cols].
struct GivenArray {
    Parameter parameter;
    std::size_t array; ///< its index among the arrays
    std::size_t layers = 1, heads = 1;
    Index rows = 0, cols = 0;

    bool isMap() const { return parameter == Parameter::GivenScores || parameter == Parameter::GivenWeights; }
};

/// The layers that the arrays with one prefix give. All of these have the same numbers of layers and heads.
struct GivenLayers {
    std::string prefix;
    std::vector<GivenArray> arrays{};
    std::optional<std::size_t> mask{}, scale{}, causal{}; ///< those of its scores; `causal`: the causal mask is on
    std::optional<std::size_t> weights{};                 ///< the file's own, which follow from the scores
    std::vector<MeantArray> output{};                     ///< W_o and b_o, if it is one layer with V

    bool has(Parameter) const;
};

/// True if numbers may be weights: none is negative, and all rows sum to 0, or to 1 as nearly as bfloat16 has it.
bool areWeights(const NamedArray&);

/// The arrays of a file that it gives. Of weights, scores, and Q and K with one prefix, the last in this order alone.
struct GivenFile {
    bool mayBeBatch = false;           ///< the first side of the arrays may be layers or a batch; its name does not say
    std::vector<GivenLayers> layers{}; ///< in the order of the numbers in their prefixes
    std::set<std::size_t> computed{};  ///< the scores and weights that follow from what is taken
};

/// Returns of how many texts the stages are a batch, as their shapes say: beside layers, or in each of several layers.
std::int64_t textsIn(std::span<const NamedArray>);

/// Finds what a file gives. A Problem says which shape does not fit, or how to choose among too many numbers.
Result<GivenFile> givenIn(std::span<const NamedArray>);

} // namespace headlight
