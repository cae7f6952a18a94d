#include "session/drawn.h"

#include "random/initialisers.h"
#include "session/drawNumbers.h"

#include <algorithm>
#include <string>

namespace headlight {

ParameterRef drawnUnder(const ParameterRef& ref, const Layer& layer) {
    const bool isOfHead = belongsToHead(ref.parameter);
    return {ref.parameter, layer.number, isOfHead ? layer.allHeads[static_cast<std::size_t>(ref.head)].number : 0};
}

std::string drawingName(const ParameterRef& ref) {
    const ParameterInfo& info = infoOf(ref.parameter);
    std::string name = "layer " + std::to_string(ref.layer);
    if (info.scope == Scope::Head) name += " head " + std::to_string(ref.head);
    return name + " " + info.symbol;
}

Matrix freshFor(std::uint64_t seed, const ParameterRef& ref, Index rows, Index cols, Index fanIn) {
    const Start start = infoOf(ref.parameter).start;
    if (start == Start::Normal) { // row by row, so that the first rows stay if there are more
        Matrix normal(rows, cols);
        for (Index row = 0; row < rows; ++row)
            normal.row(row) = drawVector(seed, "position " + std::to_string(row), cols);
        return normal;
    }
    if (start == Start::Drawn) return drawWeights(seed, drawingName(ref), rows, cols, fanIn);
    return Matrix::Constant(rows, cols, start == Start::One ? 1.0F : 0.0F);
}

Matrix drawnFor(std::uint64_t seed, const ParameterRef& ref, const Sizes& sizes) {
    const ParameterInfo& info = infoOf(ref.parameter);
    return freshFor(seed, ref, lengthOf(info.rows, sizes), lengthOf(info.cols, sizes), lengthOf(info.fanIn, sizes));
}

Head drawnHead(std::uint64_t seed, int layerNumber, int number, const Sizes& sizes, const Head& like) {
    Head head;
    head.number = number;
    forEachParameter(head, Scope::Head, [&](const ParameterInfo& info, ParameterValue& matrix) {
        if (info.presence == Presence::Together || (like[info.parameter] && info.presence != Presence::Given))
            matrix = drawnFor(seed, {info.parameter, layerNumber, number}, sizes);
    });
    return head;
}

void fitTo(ParameterValue& value, Index rows, Index cols, std::uint64_t seed, const ParameterRef& ref, Index fanIn) {
    FrozenMatrix& matrix = value.kept;
    if (matrix && matrix->rows() == rows && matrix->cols() == cols) return;
    Matrix now = freshFor(seed, ref, rows, cols, fanIn);
    if (matrix) {
        const Index keptRows = std::min(matrix->rows(), rows), keptCols = std::min(matrix->cols(), cols);
        now.topLeftCorner(keptRows, keptCols) = matrix->topLeftCorner(keptRows, keptCols);
    }
    matrix = std::move(now);
    value.drawn = ifStillDrawn(value.drawn, {rows, cols});
}

} // namespace headlight
