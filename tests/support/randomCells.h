#pragma once
// Random cells of random sessions, to be explained.

#include "support/RandomEdits.h"
#include "support/changing.h"
#include "support/explanations.h"
#include "support/traces.h"

namespace headlight::testing {

/// Returns `count` cells of any stages that the session has, or fewer if it has hardly any.
inline std::vector<CellDemand> someCells(RandomNumbers& random, const Session& session, int state, int count) {
    std::vector<CellDemand> cells;
    for (int tries = 0; static_cast<int>(cells.size()) < count && tries < 1000; ++tries) {
        const int layer = random.pick(0, static_cast<int>(session.layers.size()) - 1);
        const auto& info = stages()[static_cast<std::size_t>(random.pick(0, static_cast<int>(Stage::End) - 1))];
        if (!hasStage(info.stage, session, layer)) continue;
        const Sizes sizes = sizesOf(session, layer);
        const auto rows = static_cast<int>(lengthOf(info.rows, sizes)),
                   cols = static_cast<int>(lengthOf(info.cols, sizes));
        const int head = info.scope == Scope::Head ? random.pick(0, sizes.heads - 1) : 0;
        if (rows > 0 && cols > 0)
            cells.push_back({{info.stage, layer, head, random.pick(0, rows - 1), random.pick(0, cols - 1)}, state});
    }
    return cells;
}

/// Sets options that RandomEdits seldom sets.
inline void vary(Session& session, unsigned seed) {
    std::mt19937 random(seed);
    if (seed % 2 == 0)
        session.positions = Positions{seed % 4 == 0 ? Positions::Kind::Learned : Positions::Kind::Sinusoidal};
    if (seed % 3 == 0) session.source = textOf(randomMatrix(random, 7, session.text.embeddings.cols()));
    changeLayers(session, [&](Layer& layer) {
        if (seed % 5 < 2) layer.options.dropout = Dropout{0.3, seed};
        if (seed % 5 > 2) layer.options.normalisation = Normalisation::Sum;
        layer.options.mask.causal = seed % 4 < 3;
        layer.options.maskMode = seed % 5 == 1 ? MaskMode::After : MaskMode::Before;
        if (seed % 7 > 2) layer.norm = Norm{seed % 2 == 0 ? Norm::Place::Before : Norm::Place::After};
    });
}

inline std::vector<Trace> allTraces(Engine& engine, const Session& session) {
    return engine.traces(session, 0, static_cast<int>(session.layers.size()) - 1, {}).value();
}

/// Returns the row of scaled scores if a mask follows the softmax: then a weight is a share of numbers that are
/// themselves rounded. Otherwise returns nothing.
inline std::vector<double> rowBehindMask(const Explanation& e, const Session& session,
                                         const std::vector<Trace>& traces) {
    std::vector<double> row;
    const Options& options = layerAt(session, e.of.layer).options;
    if (e.rule != Rule::Share || !options.masksAfter()) return row;
    const Matrix& scaled = traces[static_cast<std::size_t>(e.of.layer)](Stage::Scaled, std::size_t(e.of.head));
    for (Index key = 0; key < scaled.cols(); ++key) row.push_back(static_cast<double>(scaled(e.of.row, key)));
    return row;
}

} // namespace headlight::testing
