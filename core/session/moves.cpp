#include "session/moves.h"

#include "random/initialisers.h"
#include "session/consistency.h"
#include "session/drawn.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

namespace headlight {
namespace {

/// One row is a multiple of the other: drawn at one place, maybe with another bound. A row of zeros, or with something
/// that is not finite, is nobody's twin: it was not drawn.
bool areTwins(const float* a, const float* b, Index cols) {
    bool isDrawn = cols > 0 && std::isfinite(a[0]);
    for (Index c = 1; c < cols; ++c) {
        const float x = a[0] * b[c], y = a[c] * b[0];
        if (!(std::abs(x - y) <= 1e-6F * (std::abs(x) + std::abs(y)))) return false; // more than their roundings
        isDrawn = isDrawn && std::isfinite(x) && std::isfinite(y);
    }
    return isDrawn && a[0] != 0 && (cols > 1 || a[0] == b[0]);
}

/// New rows, drawn under a name: each that of its place, or, if that stands in the matrix already since what was drawn
/// there has moved, one of a place that nobody has.
class FreshRows {
public:
    FreshRows(const Matrix& matrix, const Move& move, std::uint64_t seed, std::string name, Index fanIn)
        : matrix_(matrix), move_(move), seed_(seed), name_(std::move(name)), fanIn_(fanIn) {}

    void expect(Index place) { count_ = std::max(count_, place + 1); }
    auto row(Index place) {
        if (rows_.rows() == 0) draw(spare_ = count_);
        while (stands(rows_.row(place).data())) {
            if (spare_ == rows_.rows()) {
                if (spare_ >= count_ + size()) break; // each row that stays is twin of one place at most: never
                draw(count_ + size());
            }
            place = spare_++;
        }
        return rows_.row(place);
    }

private:
    Index size() const { return static_cast<Index>(move_.columns.size()); }
    void draw(Index count) { rows_ = drawWeights(seed_, name_, count, matrix_.cols(), fanIn_); }
    bool stands(const float* row) const {
        return std::ranges::any_of(move_.columns, [&](const Move::Column& column) {
            return column.from >= 0 && areTwins(matrix_.row(column.from).data(), row, matrix_.cols());
        });
    }

    const Matrix& matrix_;
    const Move& move_;
    std::uint64_t seed_;
    std::string name_;
    Index fanIn_;
    Index count_ = 0, spare_ = 0;
    Matrix rows_;
};

/// Rows that have moved, and new ones.
Matrix moved(const Matrix& matrix, const Move& move, std::uint64_t seed, const ParameterRef& ref, Index fanIn) {
    if (infoOf(ref.parameter).start != Start::Drawn) {
        Matrix now = freshFor(seed, ref, static_cast<Index>(move.columns.size()), matrix.cols(), fanIn);
        for (Index row = 0; row < now.rows(); ++row)
            if (const Index from = move.columns[static_cast<std::size_t>(row)].from; from >= 0)
                now.row(row) = matrix.row(from);
        return now;
    }
    std::map<int, FreshRows> fresh; // for each head that is drawn for
    for (const Move::Column& column : move.columns) {
        if (column.from >= 0) continue;
        const std::string name = drawingName(ref) + (column.head < 0 ? "" : " for head " + std::to_string(column.head));
        fresh.try_emplace(column.head, matrix, move, seed, name, fanIn).first->second.expect(column.place);
    }
    Matrix now(static_cast<Index>(move.columns.size()), matrix.cols());
    for (Index row = 0; row < now.rows(); ++row) {
        const Move::Column& column = move.columns[static_cast<std::size_t>(row)];
        if (column.from < 0)
            now.row(row) = fresh.at(column.head).row(column.place);
        else
            now.row(row) = matrix.row(column.from);
    }
    return now;
}

/// Of `count` columns each is where it was.
bool stays(const Move& move, Index count) {
    Index at = 0;
    return static_cast<Index>(move.columns.size()) == count &&
           std::ranges::all_of(move.columns, [&](const Move::Column& column) { return column.from == at++; });
}

/// Columns have come or gone at the end alone.
bool isResize(const Move& move) {
    Index at = 0;
    return std::ranges::all_of(move.columns, [&](const Move::Column& column) {
        const Index place = at++;
        return column.from == place || column.from < 0;
    });
}

/// What stands on these sides in every parameter of the layer: its rows, or its columns.
void moveSides(Layer& layer, std::uint64_t seed, const Sizes& sizes, std::initializer_list<Side> sides,
               const Move& move) {
    const auto moves = [&](Side side) { return std::ranges::count(sides, side) > 0; };
    const auto moveOne = [&](const ParameterRef& which, FrozenMatrix& matrix, FrozenMatrix* waiting) {
        const ParameterInfo& info = infoOf(which.parameter);
        const bool byRows = moves(info.rows);
        if (!matrix || !(byRows || moves(info.cols)) || stays(move, byRows ? matrix->rows() : matrix->cols())) return;
        const Index fanIn = lengthOf(info.fanIn, sizes);
        ParameterRef ref = which;
        if (move.cause == Cause::Resize) forgetDrawing(layer, info.parameter, static_cast<std::size_t>(ref.head));
        if (info.scope == Scope::Head) ref.head = layer.heads[static_cast<std::size_t>(ref.head)].number;
        Matrix now = byRows ? moved(*matrix, move, seed, ref, fanIn)
                            : Matrix(moved(matrix->transpose(), move, seed, ref, fanIn).transpose());
        if (waiting && isResize(move))
            keepWaiting(*matrix, now, *waiting, move.cause,
                        [&](Index rows, Index cols) { return freshFor(seed, ref, rows, cols, fanIn); });
        else if (waiting)
            *waiting = {}; // its places mean others now
        matrix = std::move(now);
    };
    forEachParameter(layer, layer.number, [&](const ParameterRef& ref, FrozenMatrix& matrix) {
        moveOne(ref, matrix, &offSlot(layer, ref));
    });
    forEachSwitchedOff(layer, [&](const ParameterRef& ref, FrozenMatrix& matrix) {
        if (infoOf(ref.parameter).presence != Presence::OfNorm) moveOne(ref, matrix, nullptr); // those fit when they
    });                                                                                        // come back
    if (!layer.offTrained || !(moves(Side::D) || moves(Side::DSource))) return;
    Layer trained = *layer.offTrained;
    moveSides(trained, seed, sizesOfTrained(trained, sizes), sides, move);
    layer.offTrained = std::move(trained);
}

void moveSides(Session& session, int index, std::initializer_list<Side> sides, const Move& move) {
    const Sizes sizes = sizesOf(session, index);
    moveSides(layerAt(session, index), session.seed, sizes, sides, move);
}

} // namespace

Move Move::resized(Index before, Index now, Cause cause) {
    Move move;
    move.cause = cause;
    for (Index col = 0; col < now; ++col) move.columns.push_back({col < before ? col : -1, -1, col});
    return move;
}

void followWithin(Session& session, int layer, const Move& move) { moveSides(session, layer, {Side::Concat}, move); }

void follow(Session& session, int layer, const Move& move) {
    followWithin(session, layer, move);
    if (sizesOf(session, layer).dOut == 0) followMade(session, layer, move); // no W_o that has read them
}

void followMade(Session& session, int layer, const Move& move) {
    if (layerAt(session, layer).hasNorm(Norm::Place::After)) moveSides(session, layer, {Side::Normed}, move);
    followAbove(session, layer, move);
}

void followAbove(Session& session, int layer, const Move& move) {
    const int next = layer + 1;
    if (next == static_cast<int>(session.layers.size())) return;
    Layer& above = layerAt(session, next);
    moveSides(session, next, {Side::D}, move);
    if (!session.source) moveSides(session, next, {Side::DSource}, move);
    if (above.hasNorm(Norm::Place::Before)) moveSides(session, next, {Side::Normed}, move);
    if (!isSimplified(above)) return;                     // what it makes has the width that it had
    moveSides(session, next, {Side::Dk, Side::Dv}, move); // its biases stand behind its input's columns,
    follow(session, next, move);                          // and so do the rows of its W_o, or the next layer
}

Result<Session> followed(Session now, int layer, const Move& move) {
    follow(now, layer, move);
    if (auto fit = fits(now); !fit) return fit.problem();
    return now;
}

} // namespace headlight
