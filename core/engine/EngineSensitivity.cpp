#include "engine/EngineState.h"

#include <algorithm>
#include <utility>

namespace headlight {

Result<Ran> Engine::State::addSensitivities(Frame& frame, const Watch& watch) {
    std::vector<ShownSensitivity> now;
    for (const CellDemand& demand : frame.demand.sensitivities) {
        ShownSensitivity& one = now.emplace_back(ShownSensitivity{demand, 0, {}, {}, {}});
        const CellRef& cell = demand.cell;
        const bool isKnown = demand.state >= 0 && demand.state < static_cast<int>(stacks.size()) &&
                             stackOf(demand.state).shape.has(cell) && infoOf(cell.stage).isMap() &&
                             infoOf(cell.stage).scope == Scope::Head;
        if (isKnown) {
            if (!shouldContinue(watch, 1)) return Ran::Stopped;
            const Session& session = sessionOf(frame, demand.state);
            if (cell.layer == 0) { // in the layers above no row of X or X_kv moves like a row of the table
                if (!layerAt(session, 0)[Parameter::GivenX]) one.queries = session.text.tokens;
                if (session.source) one.keys = session.source->tokens;
            }
            if (const auto ran = findSensitivity(one, layerOf(demand.state, cell.layer)); !ran) return ran;
        }
        frame.sensitivities.push_back(one.sensitivity);
    }
    if (!now.empty()) sensitivities = std::move(now);
    return Ran::Done;
}

Result<Ran> Engine::State::findSensitivity(ShownSensitivity& one, LayerState& layer) {
    const CellRef& cell = one.demand.cell;
    const bool hasKeys = layer.hasSecondSentence();
    if (!hasKnownScores(layer.program())) return Ran::Done;
    const Op& scores = layer.program().firstOf(Op::Kind::Scores);
    const Stage weights = layer.program().weights();
    one.stamp = layer.stamp(weights, cell.head); // the weights depend on all stages that are read below
    const auto before = std::ranges::find_if(sensitivities, [&](const ShownSensitivity& m) {
        return m.demand == one.demand && m.stamp == one.stamp && m.queries == one.queries && m.keys == one.keys;
    });
    if (before != sensitivities.end()) {
        one.sensitivity = before->sensitivity;
        return Ran::Done;
    }
    const Index n = layer.sizes().tokens, m = layer.sizes().keyTokens;
    const auto rows = [&](Stage stage, Index first, Index count) {
        return Read{Read::What::Rows, stage, cell.head, {first, 0, count, 0, 0, 0}, {}};
    };
    std::vector<Read> reads{rows(Stage::X, 0, n), rows(scores.inputs[0], cell.row, 1), rows(scores.inputs[1], 0, m),
                            rows(weights, cell.row, 1)};
    if (hasKeys) reads.push_back(rows(Stage::XKv, 0, m));
    std::vector<Answer> answers(reads.size());
    if (auto ran = layer.read(reads, answers); !ran || *ran != Ran::Done) return ran;
    if (auto ran = backend->finish({}); !ran) return ran;
    auto found = sensitivity<Matrix>(
        cell.stage, cell.row, cell.col,
        {layer.program(), layer.weights(), layer.rule(), static_cast<std::size_t>(cell.head), answers[0].values,
         hasKeys ? &answers[4].values : nullptr, answers[1].values, answers[2].values, answers[3].values});
    if (!found) return Ran::Done;
    if (one.queries) (*found)[Parameter::X] = sumOfShared((*found)[Parameter::X], one.queries->ids);
    if (layer.weights()[Parameter::GivenX]) std::swap((*found)[Parameter::GivenX], (*found)[Parameter::X]);
    if (one.keys) (*found)[Parameter::Xkv] = sumOfShared((*found)[Parameter::Xkv], one.keys->ids);
    one.sensitivity = std::make_shared<Sensitivity>(std::move(*found));
    return Ran::Done;
}

} // namespace headlight
