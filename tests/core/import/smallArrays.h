#pragma once
// Arrays of a layer that can be computed by hand.

#include "io/arrays.h"

#include <utility>

namespace headlight::testing {

inline NamedArray array(const std::string& name, std::vector<std::int64_t> shape, std::vector<float> values) {
    return {name, std::move(shape), std::move(values)};
}

/// Returns one head that reads two numbers.
inline std::vector<NamedArray> small() {
    return {array("W_q", {2, 1}, {1, 2}), array("W_k", {2, 1}, {3, 4}), array("W_v", {2, 1}, {5, 6})};
}

} // namespace headlight::testing
