#include "session/moves.h"

#include "random/initialisers.h"
#include "session/consistency.h"
#include "session/drawNumbers.h"
#include "session/drawn.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace headlight {
namespace {

/// Returns the matrix with its rows moved, and with new ones.
Matrix moved(const Matrix& matrix, const Move& move, std::uint64_t seed, const ParameterRef& ref, Index fanIn) {
    const bool isDrawn = infoOf(ref.parameter).start == Start::Drawn;
    std::map<int, Index> counts; // the number of rows that are drawn for each head
    for (const auto& [from, head, place] : move.columns)
        if (from < 0 && isDrawn) counts[head] = std::max(counts[head], place + 1);
    std::map<int, Matrix> drawn;
    for (const auto& [head, count] : counts)
        drawn[head] = drawWeights(seed, drawingName(ref) + (head < 0 ? "" : " for head " + std::to_string(head)), count,
                                  matrix.cols(), fanIn);
    Matrix now = isDrawn ? Matrix(static_cast<Index>(move.columns.size()), matrix.cols())
                         : freshFor(seed, ref, static_cast<Index>(move.columns.size()), matrix.cols(), fanIn);
    for (Index row = 0; const auto& [from, head, place] : move.columns) {
        if (from >= 0)
            now.row(row) = matrix.row(from);
        else if (isDrawn)
            now.row(row) = drawn.at(head).row(place);
        ++row;
    }
    return now;
}

bool stays(const Move& move) {
    Index at = 0;
    return static_cast<Index>(move.columns.size()) == move.before &&
           std::ranges::all_of(move.columns, [&](const Move::Column& column) { return column.from == at++; });
}

/// Moves the rows or columns of every parameter of the layer along these sides. Parameters that are off move, too, if
/// they have that length; in a layer without weights only along its input.
void moveSides(Layer& layer, std::uint64_t seed, const Sizes& sizes, std::initializer_list<Side> sides,
               const Move& move) {
    if (stays(move)) return;
    const auto moves = [&](Side side) { return std::ranges::count(sides, side) > 0; };
    const bool isOfInput = moves(Side::D) || moves(Side::DSource);
    forEachParameter(layer, layer.number, [&](ParameterRef ref, ParameterValue& value) {
        const ParameterInfo& info = infoOf(ref.parameter);
        const bool byRows = moves(info.rows);
        if (!value.kept || !(byRows || moves(info.cols)) || (!value.isOn && !isOfInput && !layer.usesWeights())) return;
        const Matrix& matrix = *value.kept;
        if ((byRows ? matrix.rows() : matrix.cols()) != move.before) return;
        const Index fanIn = lengthOf(info.fanIn, sizes);
        if (info.scope == Scope::Head) ref.head = layer.allHeads[static_cast<std::size_t>(ref.head)].number;
        value.kept = byRows ? moved(matrix, move, seed, ref, fanIn)
                            : Matrix(moved(matrix.transpose(), move, seed, ref, fanIn).transpose());
        value.drawn = ifStillDrawn(value.drawn, {value.kept->rows(), value.kept->cols()});
    });
}

void moveSides(Session& session, int index, std::initializer_list<Side> sides, const Move& move) {
    const Sizes sizes = sizesOf(session, index);
    session.layers.change(index, [&](Layer& layer) { moveSides(layer, session.seed, sizes, sides, move); });
}

} // namespace

Move Move::resized(Index before, Index now) {
    Move move;
    move.before = before;
    for (Index col = 0; col < now; ++col) move.columns.push_back({col < before ? col : -1, -1, col});
    return move;
}

void follow(Session& session, int layer, const Move& move) {
    moveSides(session, layer, {Side::Concat}, move);
    if (sizesOf(session, layer).dOut == 0) followMade(session, layer, move); // no W_o reads them
}

void followMade(Session& session, int layer, const Move& move) {
    if (layerAt(session, layer).hasNorm(Norm::Place::After)) moveSides(session, layer, {Side::Normed}, move);
    followAbove(session, layer, move);
}

void followAbove(Session& session, int layer, const Move& move) {
    const int next = layer + 1;
    if (next == static_cast<int>(session.layers.size())) return;
    moveSides(session, next, {Side::D}, move);
    if (!session.source) moveSides(session, next, {Side::DSource}, move);
    if (layerAt(session, next).hasNorm(Norm::Place::Before)) moveSides(session, next, {Side::Normed}, move);
    if (!isSimplified(layerAt(session, next))) return;    // its output has the width that it had
    moveSides(session, next, {Side::Dk, Side::Dv}, move); // its biases have its input's columns,
    follow(session, next, move);                          // and so do the rows of its W_o, or the layer above
}

Result<Session> followed(Session now, int layer, const Move& move) {
    follow(now, layer, move);
    return ifFits(std::move(now));
}

} // namespace headlight
