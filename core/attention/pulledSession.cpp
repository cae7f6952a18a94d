#include "attention/formulas.h"
#include "attention/pull.h"
#include "session/edits.h"

#include <utility>

namespace headlight {

PulledHead pulledHead(const Session& session, int layer, int head) {
    const Layer& of = layerAt(session, layer);
    const LayerWeights weights = weightsOf(of);
    const auto inputOfText = [&](const Text& text) {
        MatrixD x = tokenVectors(text).cast<double>();
        if (session.positions) x += positionRows(*session.positions, x.rows(), x.cols());
        return x;
    };
    const bool isNormed = weights.hasNorm(Norm::Place::Before);
    MatrixD x = layer == 0 ? inputOfText(session.text)
                           : reference(session, layer - 1)(resultStage(layerAt(session, layer - 1)));
    if (isNormed) x = layerNorm(x, weights);
    MatrixD keys = session.source ? inputOfText(*session.source) : x;
    return {std::move(x),
            std::move(keys),
            !session.source,
            layer == 0 && !isNormed ? session.text.tokens->ids : std::vector<int>(),
            weights.heads.at(static_cast<std::size_t>(head)),
            ruleOf(of.options, sizesOf(session, layer))};
}

Result<Session> withPull(const Session& session, int layer, int head, int query, const Pull& pulled) {
    Session now = session;
    for (const auto& [parameter, matrix] :
         {std::pair(Parameter::Wq, &pulled.wq), std::pair(Parameter::Wk, &pulled.wk)}) {
        if (!*matrix) continue;
        auto next = withBlock(now, {parameter, layer, head}, 0, 0, **matrix);
        if (!next) return next;
        now = *next;
    }
    if (pulled.x.size() == 0) return now;
    const Matrix was = matrixOf(now, {Parameter::X, 0, 0})->row(query);
    return withBlock(now, {Parameter::X, 0, 0}, query, 0, was + pulled.x);
}

} // namespace headlight
