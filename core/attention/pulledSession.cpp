#include "attention/program.h"
#include "attention/pull.h"
#include "session/edits.h"

#include <utility>

namespace headlight {

Result<PulledHead> pulledHead(const Session& session, int layer, int head,
                              const std::function<Result<Matrix>(Stage)>& rowsOf) {
    const Layer& of = layerAt(session, layer);
    const LayerWeights weights = weightsOf(of);
    const Program program = programOf(session, layer);
    const Op& scores = program.firstOf(Op::Kind::Scores);
    const auto inputOf = [&](std::size_t i) { return program.find(program.find(scores.inputs[i])->inputs[0]); };
    const Op *ofQueries = inputOf(0), *ofKeys = inputOf(1);
    const auto queries = rowsOf(ofQueries->result), keys = ofKeys == ofQueries ? queries : rowsOf(ofKeys->result);
    if (!queries || !keys) return (queries ? keys : queries).problem();
    return PulledHead{queries->cast<double>(),
                      keys->cast<double>(),
                      ofKeys == ofQueries,
                      ofQueries->kind == Op::Kind::Lookup || ofQueries->kind == Op::Kind::Sum ? session.text.tokens->ids
                                                                                              : std::vector<int>(),
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
