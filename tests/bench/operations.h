#pragma once
// Sessions, demands and edits that the engine's benchmarks measure.

#include "engine/Demand.h"
#include "support/blocks.h"
#include "support/changing.h"

#include <span>
#include <string_view>
#include <utility>

namespace headlight::testing {

struct Size {
    int tokens, d, heads, dk;
};

inline Session sessionOf(const Size& size) {
    std::mt19937 random(1);
    return randomSession(random, {size.tokens, size.d, size.heads, size.dk, size.dk});
}

/// Returns two layers with a residual; the second one reads the first one's result.
inline Session twoLayers(const Size& size, bool causal) {
    Session session = sessionOf(size);
    std::mt19937 random(2);
    session.layers.change(0, [&](Layer& first) {
        first.options.mask.causal = causal;
        first[Parameter::Wo] = randomMatrix(random, size.heads * size.dk, size.d, 0.05F);
        first.residual = true;
    });
    session.layers.push_back(session.layers[0]);
    return session;
}

/// Demands maps of every head, and the arithmetic of one cell.
inline Demand mapsOf(const Size& size, std::initializer_list<Stage> stages, int width, int height, CellRef cell) {
    Demand demand;
    for (int h = 0; h < size.heads; ++h)
        for (const Stage stage : stages) demand.maps.push_back({stage, cell.layer, h, {}, width, height});
    demand.cells = {cell};
    return demand;
}

inline void change(FrozenMatrix& matrix, Index row, Index col, int step) {
    Matrix copy = *matrix;
    copy(row, col) = 0.01F * static_cast<float>(step % 100);
    matrix = std::move(copy);
}

inline void editVector(Session& session, Index id, int step) {
    EmbeddingTable& table = session.text.embeddings;
    FrozenMatrix vector = table.vector(id);
    change(vector, 0, 3, step);
    table = table.with({{id, vector}}, table.rows());
}

inline void editParameter(Session& session, Parameter p, int step) {
    const int head = sizesOf(session).heads / 2;
    changeParameter(session, {p, 0, head}, [&](ParameterValue& w) { change(w.kept, step % w->rows(), 3, step); });
}

/// Inserts a token after `share` of the others, and removes it in the next step.
inline void type(Session& session, int step, double share) {
    const auto at = static_cast<std::ptrdiff_t>(share * static_cast<double>(session.text.embeddings.rows()));
    if (step % 2 == 1)
        insertToken(session.text, at, 1);
    else
        eraseToken(session.text, at);
}

/// A named edit; `step` counts from 1, and every step changes something.
struct Operation {
    std::string_view name;
    void (*edit)(Session&, int step);
};

inline constexpr Operation kOperations[] = {
    {"editXCell", [](Session& s, int step) { editVector(s, step * 7 % s.text.embeddings.rows(), step); }},
    {"editWqCell", [](Session& s, int step) { editParameter(s, Parameter::Wq, step); }},
    {"editWvCell", [](Session& s, int step) { editParameter(s, Parameter::Wv, step); }},
    {"changeTemperature", [](Session& s, int step) { changing(s)->options.temperature = 1 + 0.001 * (step % 100); }},
    {"appendToken", [](Session& s, int step) { type(s, step, 1); }},
    {"typeInTheMiddle", [](Session& s, int step) { type(s, step, 0.5); }},
    {"editBelow", [](Session& s, int step) { editVector(s, s.text.embeddings.rows() / 2, step); }},
    {"fullRecompute",
     [](Session& s, int) { // no computed number can be used again
         changeParameters(s, [](const ParameterRef& ref, ParameterValue& value) {
             if (belongsToHead(ref.parameter) && value) value.kept = Matrix(-*value.kept);
         });
     }},
};

} // namespace headlight::testing
