#include "session/conform.h"

#include "random/initialisers.h"
#include "session/consistency.h"
#include "session/drawNumbers.h"
#include "session/drawn.h"
#include "session/edits.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace headlight {
namespace {

/// The move of the columns that a layer's heads make, and of what reads them.
struct Move {
    Index before = 0;          ///< the former number of columns
    std::vector<int> heads{};  ///< the numbers of the heads, of which each makes as many columns
    std::vector<Index> from{}; ///< the former index of each column; -1: it is new, and what reads it is drawn
};

/// Returns the move of the columns of the layer's heads, which had the sizes `before`.
Move moveOf(const Layer& layer, const std::vector<int>& headsFrom, const Sizes& before, Index dv) {
    Move move{before.concat()};
    for (std::size_t h = 0; h < layer.allHeads.size(); ++h) {
        const Index former = headsFrom.empty() ? static_cast<Index>(h) : headsFrom[h];
        move.heads.push_back(layer.allHeads[h].number);
        for (Index col = 0; col < dv; ++col)
            move.from.push_back(former < 0 || col >= before.dv ? -1 : former * before.dv + col);
    }
    return move;
}

/// Returns the matrix with its rows moved, and with new ones, which are drawn for their head.
Matrix moved(const Matrix& matrix, const Move& move, std::uint64_t seed, const ParameterRef& ref, Index fanIn) {
    const auto rows = static_cast<Index>(move.from.size()), each = rows / static_cast<Index>(move.heads.size());
    const bool isDrawn = infoOf(ref.parameter).start == Start::Drawn;
    Matrix now = isDrawn ? Matrix(rows, matrix.cols()) : freshFor(seed, ref, rows, matrix.cols(), fanIn);
    for (auto from = move.from.begin(); const int head : move.heads) {
        const Index first = from - move.from.begin();
        if (isDrawn && std::count(from, from + each, -1) > 0)
            now.middleRows(first, each) = drawWeights(seed, drawingName(ref) + " for head " + std::to_string(head),
                                                      each, matrix.cols(), fanIn);
        for (Index row = first; row < first + each; ++row, ++from)
            if (*from >= 0) now.row(row) = matrix.row(*from);
    }
    return now;
}

/// True if the columns of the layer's heads or, if it is `above` these, of its input are also those of its output.
bool passesOn(const Layer& layer, bool isAbove) { return (!isAbove || isSimplified(layer)) && !layer[Parameter::Wo]; }

/// Returns the sides of a layer that these columns are.
std::vector<Side> sidesOf(const Layer& layer, bool isAbove, bool hasSource) {
    std::vector<Side> sides;
    if (isAbove) sides.push_back(Side::D);
    if (isAbove && !hasSource) sides.push_back(Side::DSource);
    if (isAbove && isSimplified(layer)) sides.insert(sides.end(), {Side::Dk, Side::Dv}); // of its biases
    if (!isAbove || isSimplified(layer)) sides.push_back(Side::Concat);
    const bool isNormed = layer.hasNorm(Norm::Place::Before) ? isAbove : passesOn(layer, isAbove);
    if (layer.norm && isNormed) sides.push_back(Side::Normed);
    return sides;
}

/// Moves the rows or columns of every parameter with one of these sides, if it has as many as there were before. In a
/// layer without weights, parameters that are off move only along its input.
void move(Layer& layer, std::uint64_t seed, const Sizes& sizes, const std::vector<Side>& sides, const Move& along) {
    const auto moves = [&](Side side) { return std::ranges::count(sides, side) > 0; };
    forEachParameter(layer, layer.number, [&](ParameterRef ref, ParameterValue& value) {
        const ParameterInfo& info = infoOf(ref.parameter);
        const bool byRows = moves(info.rows), isOfInput = byRows && info.rows != Side::Concat;
        if (!value.kept || !(byRows || moves(info.cols)) || !(value.isOn || isOfInput || layer.usesWeights())) return;
        const Matrix& matrix = *value.kept;
        if ((byRows ? matrix.rows() : matrix.cols()) != along.before) return;
        const Index fanIn = lengthOf(info.fanIn, sizes);
        ref = drawnUnder(ref, layer);
        value.kept = byRows ? moved(matrix, along, seed, ref, fanIn)
                            : Matrix(moved(matrix.transpose(), along, seed, ref, fanIn).transpose());
        value.drawn = ifStillDrawn(value.drawn, {value.kept->rows(), value.kept->cols()});
    });
}

/// Gives parameters the shape that follows from `sizes`: those that are on (gain and bias with their norm), and if
/// `fitsThoseOff` the heads' that are off; in a layer without weights, these keep their columns. False if `watch` does
/// not go on.
bool fit(Layer& layer, std::uint64_t seed, const Sizes& sizes, bool fitsThoseOff, const Watch& watch) {
    bool isWanted = true;
    forEachParameter(layer, layer.number, [&](const ParameterRef& ref, ParameterValue& value) {
        const ParameterInfo& info = infoOf(ref.parameter);
        if (info.presence == Presence::OfNorm) value.isOn = layer.norm.isOn;
        if (value.isOn) value.comesWithWeight = false;
        if (!value.isOn && (!value.kept || info.scope == Scope::Layer || !fitsThoseOff)) return;
        isWanted = isWanted && shouldContinue(watch, static_cast<std::size_t>(ref.head), layer.allHeads.size());
        if (!isWanted) return;
        const bool keepsColumns = !value.isOn && !layer.usesWeights();
        const Index cols = keepsColumns ? value.kept->cols() : lengthOf(info.cols, sizes);
        fitTo(value, lengthOf(info.rows, sizes), cols, seed, drawnUnder(ref, layer), lengthOf(info.fanIn, sizes));
    });
    return isWanted;
}

/// True if the heads of a layer have the sizes that they had, wherever the layer was.
bool haveSameSizes(const Session& before, int layer, const Layer& now, const Sizes& sizes) {
    const auto count = static_cast<int>(before.layers.size());
    if (layer >= count || layerAt(before, layer).number != now.number) // in a file, numbers may not be unique
        layer = static_cast<int>(std::ranges::find(before.layers, now.number, &Layer::number) - before.layers.begin());
    if (layer == count) return false;
    const Sizes former = sizesOf(before, layer);
    return former.d == sizes.d && former.dSource == sizes.dSource && former.dk == sizes.dk && former.dv == sizes.dv &&
           layerAt(before, layer).usesWeights() == now.usesWeights();
}

} // namespace

Result<Session> conformed(const Session& before, Session now, const HeadsChange& heads, const Watch& watch) {
    if (now == before) return before;
    if (auto fits = fitMasks(now, before); !fits) return fits.problem();
    completePositions(now);
    const auto layers = static_cast<int>(now.layers.size());
    std::optional<Move> along; // the move of the heads' columns, as far as these reach
    for (int l = 0; l < layers; ++l) {
        const Sizes sizes = sizesOf(now, l);
        const bool isAbove = l > heads.layer;
        if (l == heads.layer) along = moveOf(layerAt(now, l), heads.from, sizesOf(before, l), sizes.dv);
        const bool isSameBlock = l < std::ssize(before.layers) && &layerAt(before, l) == &layerAt(now, l);
        const bool areSame = haveSameSizes(before, l, layerAt(now, l), sizes);
        if (!along && isSameBlock && areSame) continue;
        bool isDone = true;
        now.layers.change(l, [&](Layer& layer) {
            if (along) move(layer, now.seed, sizes, sidesOf(layer, isAbove, now.source.isOn), *along);
            isDone = fit(layer, now.seed, sizes, !areSame, partOf(watch, double(l) / layers, double(l + 1) / layers));
        });
        if (!isDone) return stopped();
        if (!passesOn(layerAt(now, l), isAbove)) along.reset();
    }
    return ifFits(std::move(now));
}

} // namespace headlight
