#include "session/drawn.h"

#include "random/initialisers.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

namespace headlight {

namespace {

/// "layer 0 head 2 W_q"
std::string drawingName(const ParameterRef& ref) {
    const ParameterInfo& info = infoOf(ref.parameter);
    std::string name = "layer " + std::to_string(ref.layer);
    if (info.scope == Scope::Head) name += " head " + std::to_string(ref.head);
    return name + " " + info.symbol;
}

} // namespace

Matrix drawnFor(std::uint64_t seed, const ParameterRef& ref, const Sizes& sizes) {
    const ParameterInfo& info = infoOf(ref.parameter);
    return drawWeights(seed, drawingName(ref), lengthOf(info.rows, sizes), lengthOf(info.cols, sizes),
                       lengthOf(info.fanIn, sizes));
}

Head drawnHead(std::uint64_t seed, int layerNumber, int number, const Sizes& sizes, const Head& like) {
    Head head;
    head.number = number;
    forEachParameter(head, Scope::Head, [&](const ParameterInfo& info, FrozenMatrix& matrix) {
        if (info.presence == Presence::Together || like[info.parameter])
            matrix = drawnFor(seed, {info.parameter, layerNumber, number}, sizes);
    });
    return head;
}

bool fit(Layer& layer, std::uint64_t seed, const Sizes& now, const Watch& watch) {
    bool isWanted = true;
    forEachParameter(layer, layer.number, [&](ParameterRef ref, FrozenMatrix& matrix) {
        const auto head = static_cast<std::size_t>(ref.head);
        if (!matrix || !(isWanted = isWanted && goesOn(watch, head, layer.heads.size()))) return;
        const ParameterInfo& info = infoOf(ref.parameter);
        const auto length = [&](Side side, Index was) { return side == Side::Concat ? was : lengthOf(side, now); };
        const Index rows = length(info.rows, matrix->rows()), cols = length(info.cols, matrix->cols());
        if (matrix->rows() == rows && matrix->cols() == cols) return;
        if (info.scope == Scope::Head) ref.head = layer.heads[head].number;
        Matrix fitted = drawWeights(seed, drawingName(ref), rows, cols, lengthOf(info.fanIn, now));
        const Index keptRows = std::min(matrix->rows(), rows), keptCols = std::min(matrix->cols(), cols);
        fitted.topLeftCorner(keptRows, keptCols) = matrix->topLeftCorner(keptRows, keptCols);
        matrix = std::move(fitted);
    });
    return isWanted;
}

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
class Drawing {
public:
    Drawing(const Matrix& matrix, const Move& move, std::uint64_t seed, std::string name, Index fanIn)
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
    std::map<int, Drawing> drawings; // for each head that is drawn for
    for (const Move::Column& column : move.columns) {
        if (column.from >= 0) continue;
        const std::string name = drawingName(ref) + (column.head < 0 ? "" : " for head " + std::to_string(column.head));
        drawings.try_emplace(column.head, matrix, move, seed, name, fanIn).first->second.expect(column.place);
    }
    Matrix now(static_cast<Index>(move.columns.size()), matrix.cols());
    for (Index row = 0; row < now.rows(); ++row) {
        const Move::Column& column = move.columns[static_cast<std::size_t>(row)];
        if (column.from < 0)
            now.row(row) = drawings.at(column.head).row(column.place);
        else
            now.row(row) = matrix.row(column.from);
    }
    return now;
}

/// What stands on these sides in every parameter of the layer: its rows, or its columns.
void moveSides(Session& session, int index, std::initializer_list<Side> sides, const Move& move) {
    const auto moves = [&](Side side) { return std::ranges::count(sides, side) > 0; };
    const Sizes sizes = sizesOf(session, index);
    Layer& layer = session.layers[static_cast<std::size_t>(index)];
    forEachParameter(layer, layer.number, [&](ParameterRef ref, FrozenMatrix& matrix) {
        if (!matrix) return;
        const ParameterInfo& info = infoOf(ref.parameter);
        const Index fanIn = lengthOf(info.fanIn, sizes);
        if (info.scope == Scope::Head) ref.head = layer.heads[static_cast<std::size_t>(ref.head)].number;
        if (moves(info.rows)) matrix = moved(*matrix, move, session.seed, ref, fanIn);
        if (moves(info.cols)) matrix = Matrix(moved(matrix->transpose(), move, session.seed, ref, fanIn).transpose());
    });
}

} // namespace

Move Move::resized(Index before, Index now) {
    Move move;
    for (Index col = 0; col < now; ++col) move.columns.push_back({col < before ? col : -1, -1, col});
    return move;
}

void follow(Session& session, int layer, const Move& move) {
    moveSides(session, layer, {Side::Concat}, move);
    if (sizesOf(session, layer).dOut == 0) followAbove(session, layer, move); // no W_o that has read them
}

void followAbove(Session& session, int layer, const Move& move) {
    const int next = layer + 1;
    if (next == static_cast<int>(session.layers.size())) return;
    Layer& above = session.layers[static_cast<std::size_t>(next)];
    if (session.source)
        moveSides(session, next, {Side::D}, move);
    else
        moveSides(session, next, {Side::D, Side::DSource}, move);
    if (!isSimplified(above)) return;                 // what it makes has the width that it had
    fit(above, session.seed, sizesOf(session, next)); // without weights its biases are as wide as its input,
    follow(session, next, move);                      // and so is what its W_o reads, or the next layer
}

} // namespace headlight
