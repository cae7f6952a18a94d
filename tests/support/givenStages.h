#pragma once
// Layers with given stages: of plain numbers, and at random.

#include "session/edits.h"
#include "support/RandomNumbers.h"
#include "support/changing.h"

#include <utility>
#include <vector>

namespace headlight::testing {

using GivenOfHead = std::vector<std::pair<Parameter, Matrix>>;

/// Returns a layer with these heads and no scale.
inline Layer givenLayer(const std::vector<GivenOfHead>& heads) {
    Layer layer;
    layer.options.scale.kind = Scale::Kind::None;
    for (const GivenOfHead& given : heads) {
        Head& head = layer.allHeads.emplace_back();
        head.number = static_cast<int>(layer.allHeads.size()) - 1;
        for (const auto& [parameter, numbers] : given) head[parameter] = Matrix(numbers);
    }
    return layer;
}

/// Returns a session of one such layer.
inline Session givenSession(const std::string& sentence, const std::vector<GivenOfHead>& heads) {
    Session session = *withSentence(newSession(1, 1, 1, 1, 1), sentence);
    session.layers.change(0, [&](Layer& layer) { layer = givenLayer(heads); });
    return session;
}

/// Returns a layer of one to four heads of given Q and K, scores or weights. V may be missing only if `isLast`.
inline Layer anyGivenLayer(RandomNumbers& random, int queries, int keys, bool isLast) {
    const int sort = random.pick(0, 2), dk = random.pick(1, 9), dv = random.pick(1, 9);
    const bool hasV = !isLast || random.chance(0.7);
    const auto numbers = [&](int rows, int cols) { return randomMatrix(random.generator, rows, cols, 1.7F); };
    std::vector<GivenOfHead> heads(static_cast<std::size_t>(random.pick(1, 4)));
    for (GivenOfHead& given : heads) {
        if (sort == 0) given = {{Parameter::GivenQ, numbers(queries, dk)}, {Parameter::GivenK, numbers(keys, dk)}};
        if (sort == 1) given = {{Parameter::GivenScores, numbers(queries, keys)}};
        if (sort == 2) given = {{Parameter::GivenWeights, numbers(queries, keys).cwiseAbs()}};
        if (sort == 1 && random.chance(0.5) && queries > 0 && keys > 0)
            given[0].second(random.pick(0, queries - 1), random.pick(0, keys - 1)) = -INFINITY;
        if (hasV) given.emplace_back(Parameter::GivenV, numbers(keys, dv));
    }
    return givenLayer(heads);
}

} // namespace headlight::testing
