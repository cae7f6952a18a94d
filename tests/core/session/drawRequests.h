#pragma once

#include "session/drawNumbers.h"
#include "session/edits.h"

#include <string>
#include <utility>
#include <vector>

namespace headlight::testing {

/// Returns seven different tokens, d 3, and two layers: the first with three heads, b_q, W_o, b_o, the second with a
/// norm.
inline Session twoLayers() {
    Session s = *withSentence(newSession(7, 3, 3, 2, 4), "My shoes are small, my feet are big.");
    s = *withOptional(s, 0, Parameter::Bq, true);
    s = *withOptional(s, 0, Parameter::Wo, true);
    s = *withOptional(s, 0, Parameter::Bo, true);
    s = *withLayerAdded(s);
    return *withNorm(s, 1, Norm{});
}

/// Returns named requests for twoLayers(); tests/data/golden/drawings.json has what PyTorch draws for them.
inline std::vector<std::pair<std::string, DrawRequest>> drawRequests() {
    using enum Initialiser;
    using Which = DrawRequest::Which;
    const auto projection = Drawing::Order::ByProjection, head = Drawing::Order::ByHead;
    return {
        {"rand by projection", {Which::Layer, {}, false, Rand, 123, projection, false}},
        {"rand by head", {Which::Layer, {}, false, Rand, 123, head, false}},
        {"rand transposed", {Which::Layer, {}, false, Rand, 123, projection, true}},
        {"randn by projection", {Which::Layer, {}, false, Randn, 123, projection, false}},
        {"randn by head", {Which::Layer, {}, false, Randn, 789, head, false}},
        {"randn of a head transposed", {Which::Head, {Parameter::Wq, 0, 1}, false, Randn, 0, head, true}},
        {"linear by projection", {Which::Layer, {}, false, Linear, 123, projection, false}},
        {"linear by head", {Which::Layer, {}, false, Linear, 123, head, false}},
        {"linear of a head", {Which::Head, {Parameter::Wq, 0, 2}, false, Linear, 789, head, false}},
        {"linear of all", {Which::Session, {}, true, Linear, 123, projection, false}},
        {"linear of all by head", {Which::Session, {}, true, Linear, 4294967419, head, false}},
        {"a bias", {Which::Parameter, {Parameter::Bq, 0, 1}, false, Linear, 123, projection, false}},
        {"b_o", {Which::Parameter, {Parameter::Bo, 0, 0}, false, Linear, 123, projection, false}},
        {"a matrix of a head", {Which::Parameter, {Parameter::Wv, 0, 2}, false, Embedding, 5, projection, false}},
        {"a norm's gain", {Which::Parameter, {Parameter::NormGain, 1, 0}, false, Rand, 5, projection, false}},
        {"embeddings", {Which::Parameter, {}, false, Embedding, 123, projection, false}},
        {"embeddings of rand", {Which::Parameter, {}, false, Rand, 123, projection, false}},
        {"embeddings of linear", {Which::Parameter, {}, false, Linear, 123, projection, false}},
        {"embeddings of orthogonal", {Which::Parameter, {}, false, Orthogonal, 123, projection, false}},
        {"embedding", {Which::Layer, {Parameter::Wq, 1, 0}, true, Embedding, 123, head, false}},
        {"identity", {Which::Session, {}, true, Identity, 123, projection, false}},
        {"zeros", {Which::Head, {Parameter::Wq, 0, 0}, false, Zeros, 123, projection, false}},
        {"orthogonal by projection", {Which::Layer, {}, false, Orthogonal, 123, projection, false}},
        {"orthogonal by head transposed", {Which::Session, {}, true, Orthogonal, 123, head, true}},
    };
}

} // namespace headlight::testing
