#include "session/drawn.h"

#include "random/initialisers.h"

#include <algorithm>

namespace headlight {

Matrix drawnFor(std::uint64_t seed, const ParameterRef& ref, const Sizes& sizes) {
    const ParameterInfo& info = infoOf(ref.parameter);
    std::string name = "layer " + std::to_string(ref.layer);
    if (info.scope == Scope::Head) name += " head " + std::to_string(ref.head);
    const Index fanIn = info.weight ? lengthOf(infoOf(*info.weight).rows, sizes) : 0;
    return drawWeights(seed, name + " " + info.symbol, lengthOf(info.rows, sizes), lengthOf(info.cols, sizes), fanIn);
}

Head drawnHead(std::uint64_t seed, int layerNumber, int number, const Sizes& sizes, const Head& like) {
    Head head;
    head.number = number;
    forEachParameter(head, Scope::Head, [&](const ParameterInfo& info, FrozenMatrix& matrix) {
        if (info.isTrainable || like[info.parameter])
            matrix = drawnFor(seed, {info.parameter, layerNumber, number}, sizes);
    });
    return head;
}

void fit(Layer& layer, std::uint64_t seed, const Sizes& now) {
    forEachParameter(layer, layer.number, [&](ParameterRef ref, FrozenMatrix& matrix) {
        const ParameterInfo& info = infoOf(ref.parameter);
        const Index rows = lengthOf(info.rows, now), cols = lengthOf(info.cols, now);
        if (!matrix || info.rows == Side::Concat || (matrix->rows() == rows && matrix->cols() == cols)) return;
        if (info.scope == Scope::Head) ref.head = layer.heads[static_cast<std::size_t>(ref.head)].number;
        Matrix fitted = drawnFor(seed, ref, now);
        const Index keptRows = std::min(matrix->rows(), rows), keptCols = std::min(matrix->cols(), cols);
        fitted.topLeftCorner(keptRows, keptCols) = matrix->topLeftCorner(keptRows, keptCols);
        matrix = std::move(fitted);
    });
}

namespace {

/// Rows that have moved; new ones as if `all` were there.
FrozenMatrix moved(const Matrix& matrix, const Move& move, std::uint64_t seed, const ParameterRef& ref,
                   const Sizes& all) {
    Matrix now(static_cast<Index>(move.from.size()), matrix.cols());
    const bool isDrawn = std::ranges::any_of(move.from, [](Index from) { return from < 0; });
    const Matrix drawn = isDrawn ? drawnFor(seed, ref, all) : Matrix();
    for (std::size_t row = 0; row < move.from.size(); ++row)
        now.row(static_cast<Index>(row)) = move.from[row] < 0 ? drawn.row(move.drawn[row]) : matrix.row(move.from[row]);
    return now;
}

/// The rows of every parameter of the layer that reads one of these sides; whether there was one.
bool moveRows(Layer& layer, std::initializer_list<Side> sides, const Move& move, std::uint64_t seed, const Sizes& all) {
    bool any = false;
    forEachParameter(layer, layer.number, [&](ParameterRef ref, FrozenMatrix& matrix) {
        const ParameterInfo& info = infoOf(ref.parameter);
        if (!matrix || std::ranges::count(sides, info.rows) == 0) return;
        if (info.scope == Scope::Head) ref.head = layer.heads[static_cast<std::size_t>(ref.head)].number;
        matrix = moved(*matrix, move, seed, ref, all);
        any = true;
    });
    return any;
}

} // namespace

Move Move::resized(Index before, Index now) {
    Move move{{}, {}, now};
    for (Index col = 0; col < now; ++col) {
        move.from.push_back(col < before ? col : -1);
        move.drawn.push_back(col);
    }
    return move;
}

void follow(Session& session, int layer, const Move& move) {
    Sizes all = sizesOf(session, layer);
    all.heads = 1; // only their product counts here
    all.dv = static_cast<int>(move.drawnColumns);
    if (moveRows(session.layers[static_cast<std::size_t>(layer)], {Side::Concat}, move, session.seed, all)) return;
    followAbove(session, layer, move);
}

void followAbove(Session& session, int layer, const Move& move) {
    const int next = layer + 1;
    if (next == static_cast<int>(session.layers.size())) return;
    Layer& above = session.layers[static_cast<std::size_t>(next)];
    Sizes all = sizesOf(session, next);
    all.d = static_cast<int>(move.drawnColumns);
    if (!session.source) all.dSource = all.d;
    const bool reads = session.source ? moveRows(above, {Side::D}, move, session.seed, all)
                                       : moveRows(above, {Side::D, Side::DSource}, move, session.seed, all);
    if (reads) return;                                // what it makes has the width that it had
    fit(above, session.seed, sizesOf(session, next)); // without weights its biases are as wide as its input,
    follow(session, next, move);                      // and so is what its W_o reads, or the next layer
}

} // namespace headlight
