#pragma once
// Reads tests/data/golden as sessions and matrices.

#include "support/blocks.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>

namespace headlight::testing {

using Json = nlohmann::json;

inline Json goldenFile(const std::string& name) {
    std::ifstream file(std::string(HEADLIGHT_TEST_DATA) + "/golden/" + name);
    return Json::parse(file);
}

inline double numberOfJson(const Json& json) {
    return json == "-inf" ? -std::numeric_limits<double>::infinity() : json.get<double>();
}

/// Reads [[..], [..]], or [..] as one row.
template <class M = Matrix>
M matrixOfJson(const Json& json) {
    const bool vector = !json.empty() && !json[0].is_array();
    const Index rows = vector ? 1 : static_cast<Index>(json.size());
    M m(rows, static_cast<Index>(vector ? json.size() : json[0].size()));
    for (Index r = 0; r < m.rows(); ++r)
        for (Index c = 0; c < m.cols(); ++c) {
            const Json& row = vector ? json : json[static_cast<std::size_t>(r)];
            m(r, c) = static_cast<typename M::Scalar>(numberOfJson(row[static_cast<std::size_t>(c)]));
        }
    return m;
}

// A tolerance is the sum of what the file rounds and what float32 rounds, which is at most 2^-23 for a number below 4.
inline constexpr double kRounding = 0x1p-23;
/// The tolerance for torch.json (7 decimals) and variants.json (9 digits): a stack of three layers has some 80
/// roundings.
inline constexpr double kTorchTolerance = 5e-8 + 80 * kRounding;
/// The tolerance for notebooks.json (4 decimals): one layer of products of 2 to 6 numbers has some 16 roundings.
inline constexpr double kPrintedTolerance = 5e-5 + 16 * kRounding;

/// Returns the largest magnitude of the finite numbers in nested arrays.
inline double largestNumber(const Json& json) {
    double largest = json.is_number() ? std::abs(json.get<double>()) : 0;
    if (json.is_array())
        for (const Json& part : json) largest = std::max(largest, largestNumber(part));
    return largest;
}

/// Returns kTorchTolerance, or more where numbers are above 4, since roundings are relative. `expected` are the stages
/// of a case of variants.json; only those whose names begin with `prefix` count.
inline double toleranceOf(const Json& expected, const std::string& prefix = {}) {
    double largest = 4;
    for (const auto& [name, numbers] : expected.items())
        if (name.starts_with(prefix)) largest = std::max(largest, largestNumber(numbers));
    return kTorchTolerance * largest / 4;
}

/// Builds the session of one case of torch.json.
inline Session sessionOfCase(const Json& golden) {
    Session session;
    session.text = textOf(matrixOfJson(golden["X"]));
    if (golden.contains("X_kv")) session.source = textOf(matrixOfJson(golden["X_kv"]));
    Layer layer;
    const Json& config = golden["config"];
    layer.options.scale.kind = config["scale"] == "none" ? Scale::Kind::None : Scale::Kind::SqrtDk;
    layer.options.mask.causal = config["mask"] == "causal";
    for (const Json& weights : golden["heads"]) {
        Head head;
        head[Parameter::Wq] = matrixOfJson(weights["W_q"]);
        head[Parameter::Wk] = matrixOfJson(weights["W_k"]);
        head[Parameter::Wv] = matrixOfJson(weights["W_v"]);
        layer.allHeads.push_back(head);
    }
    if (golden.contains("W_o")) layer[Parameter::Wo] = matrixOfJson(golden["W_o"]);
    if (golden.contains("b_o")) layer[Parameter::Bo] = matrixOfJson(golden["b_o"]);
    session.layers.push_back(layer);
    return session;
}

} // namespace headlight::testing
