#include "pull/pull.h"
#include "session/edits.h"

#include <utility>

namespace headlight {

Result<PulledHead> pulledHead(const Session& session, const Program& program, int layer, int head,
                              const std::function<Result<Matrix>(Stage)>& rowsOf) {
    if (!hasKnownScores(program)) return Problem{"This layer computes its scores in a way that no pull is known for."};
    const Layer& of = layerAt(session, layer);
    const Stage ofQueries = program.find(Stage::Q)->inputs[0], ofKeys = program.find(Stage::K)->inputs[0];
    const auto queries = rowsOf(ofQueries), keys = ofKeys == ofQueries ? queries : rowsOf(ofKeys);
    if (!queries || !keys) return (queries ? keys : queries).problem();
    return PulledHead{queries->cast<double>(),
                      keys->cast<double>(),
                      ofKeys == ofQueries,
                      ofQueries == Stage::X && layer == 0 ? session.text.tokens->ids : std::vector<int>(),
                      weightsOf(of).heads.at(static_cast<std::size_t>(head)),
                      ruleOf(of, sizesOf(session, layer))};
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
