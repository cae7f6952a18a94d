#pragma once
// Sessions and demands that the tests of incremental answers start from.

#include "attention/stages.h"
#include "backend/backends.h"
#include "engine/Engine.h"
#include "support/blocks.h"
#include "support/changing.h"
#include "support/frames.h"

#include <functional>
#include <memory>

namespace headlight::testing {

inline std::unique_ptr<Backend> eigen() { return makeBackend(kDefaultBackend).value(); }

inline Demand scoresAndWeights(int heads, int pixels) {
    Demand demand;
    for (int h = 0; h < heads; ++h)
        for (const Stage stage : {Stage::Scores, Stage::Weights})
            demand.maps.push_back({stage, 0, h, {}, pixels, pixels});
    return demand;
}

/// Returns `layers` causal layers of two heads over 12 tokens; the second of three has a W_o and a residual.
inline Session causalLayers(std::mt19937& random, int layers) {
    Session session = randomSession(random, {12, 4, 2, 3, 2}); // d = heads * d_v, so layers can be stacked
    for (Layer layer = session.layers[0]; static_cast<int>(session.layers.size()) < layers;) {
        for (Head& head : layer.allHeads) head = randomHead(random, 4, 4, 3, 2);
        session.layers.push_back(layer);
    }
    changeLayers(session, [](Layer& layer) { layer.options.mask.causal = true; });
    if (layers == 3) {
        changing(session, 1)[Parameter::Wo] = randomMatrix(random, 4, 4);
        changing(session, 1)->residual = true;
    }
    return session;
}

/// Changes from a sentence of few tokens to one of 1'500, stops that answer when it has asked `asks` times, and removes
/// a token. Returns how the answer differs from a new engine's; blocks of few tokens must not be read as of many.
inline std::string afterAStoppedJump(const std::function<std::unique_ptr<Backend>()>& backend, int asks) {
    std::mt19937 random(3);
    const Session few = randomSession(random, {6, 4, 2, 3, 2});
    Session many = few;
    many.text = randomSession(random, {1'500, 4, 2, 3, 2}).text;
    Session next = many;
    eraseToken(next.text, 700);
    const Demand demand = scoresAndWeights(2, 20);
    Engine engine(backend());
    engine.answer(few, demand);
    engine.answer(many, demand, [&](double) { return asks-- > 0; });
    return difference(engine.answer(next, demand), Engine(backend()).answer(next, demand));
}

/// Demands every stage of every layer and head, with a pixel for each number.
inline Demand everything(const Session& session) {
    Demand demand;
    for (int l = 0; l < static_cast<int>(session.layers.size()); ++l)
        for (const StageInfo& info : stages())
            for (int h = 0; h < (info.scope == Scope::Head ? sizesOf(session, l).heads : 1); ++h)
                if (hasStage(info.stage, session, l)) demand.maps.push_back({info.stage, l, h, {}, 200, 200});
    return demand;
}

inline Session withVector(Session session, Index token, float value) {
    Matrix x = *session.text.embeddings.matrix();
    x.row(token).setConstant(value);
    session.text.embeddings = x;
    return session;
}

} // namespace headlight::testing
