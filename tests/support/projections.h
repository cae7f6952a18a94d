#pragma once
// Q, K and V with the parameters that they are computed with, and the formulas of a layer that stands alone.

#include "attention/formulas.h"

#include <array>

namespace headlight::testing {

struct Projection {
    Stage stage;
    Parameter weight, bias;
};
inline constexpr std::array<Projection, 3> kProjections{{{Stage::Q, Parameter::Wq, Parameter::Bq},
                                                         {Stage::K, Parameter::Wk, Parameter::Bk},
                                                         {Stage::V, Parameter::Wv, Parameter::Bv}}};

/// Computes every stage of a layer from x [N, d] and the second sentence's `keys` [M, d_kv] (null: none).
inline ReferenceTrace referenceOf(const LayerWeights& layer, const ScoreRule& rule, const MatrixD& x,
                                  const MatrixD* keys) {
    ReferenceTrace trace;
    trace.add(Stage::X, x);
    if (keys) trace.add(Stage::XKv, *keys);
    reference(programOf(layer, rule, {.hasSecondSentence = keys != nullptr}), layer, rule, trace);
    return trace;
}

} // namespace headlight::testing
