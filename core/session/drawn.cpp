#include "session/drawn.h"

#include "random/initialisers.h"

#include <algorithm>
#include <string>

namespace headlight {

std::string drawingName(const ParameterRef& ref) {
    const ParameterInfo& info = infoOf(ref.parameter);
    std::string name = "layer " + std::to_string(ref.layer);
    if (info.scope == Scope::Head) name += " head " + std::to_string(ref.head);
    return name + " " + info.symbol;
}

Matrix freshFor(std::uint64_t seed, const ParameterRef& ref, Index rows, Index cols, Index fanIn) {
    const Start start = infoOf(ref.parameter).start;
    if (start == Start::Normal) { // row by row, so that more rows keep those in front
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

void forgetDrawing(Layer& layer, Parameter parameter, std::size_t head) {
    forget(belongsToHead(parameter) ? layer.heads[head].drawn : layer.drawn, parameter);
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

Sizes sizesOfTrained(const Layer& trained, Sizes sizes) {
    const Head& head = trained.heads.at(0);
    sizes.heads = static_cast<int>(trained.heads.size());
    sizes.dk = static_cast<int>(head[Parameter::Wq]->cols());
    sizes.dv = static_cast<int>(head[Parameter::Wv]->cols());
    sizes.dOut = trained[Parameter::Wo] ? static_cast<int>(trained[Parameter::Wo]->cols()) : 0;
    return sizes;
}

bool fit(Layer& layer, std::uint64_t seed, const Sizes& now, Cause cause, const Watch& watch) {
    bool isWanted = true;
    const auto fitTo = [&](const ParameterRef& which, FrozenMatrix& matrix, bool isOff) {
        const auto head = static_cast<std::size_t>(which.head);
        if (!matrix || !(isWanted = isWanted && goesOn(watch, head, layer.heads.size()))) return;
        const ParameterInfo& info = infoOf(which.parameter);
        const auto length = [&](Side side, Index was) { // what stands for the heads' columns follows them
            if (side == Side::Normed) return layer.hasNorm(Norm::Place::Before) && !isOff ? Index(now.d) : was;
            if (side == Side::DOut && isOff) return was;
            return side == Side::Concat ? was : lengthOf(side, now);
        };
        const Index rows = length(info.rows, matrix->rows()), cols = length(info.cols, matrix->cols());
        if (matrix->rows() == rows && matrix->cols() == cols) return;
        ParameterRef ref = which;
        if (info.scope == Scope::Head) ref.head = layer.heads[head].number;
        const auto drawn = [&](Index r, Index c) { return freshFor(seed, ref, r, c, lengthOf(info.fanIn, now)); };
        Matrix fitted = drawn(rows, cols);
        const Index keptRows = std::min(matrix->rows(), rows), keptCols = std::min(matrix->cols(), cols);
        fitted.topLeftCorner(keptRows, keptCols) = matrix->topLeftCorner(keptRows, keptCols);
        if (!isOff) keepWaiting(*matrix, fitted, offSlot(layer, which), cause, drawn);
        matrix = std::move(fitted);
        if (cause == Cause::Resize) forgetDrawing(layer, info.parameter, head); // else it has its shape again some day
    };
    forEachParameter(layer, layer.number,
                     [&](const ParameterRef& ref, FrozenMatrix& matrix) { fitTo(ref, matrix, false); });
    forEachSwitchedOff(layer, [&](const ParameterRef& ref, FrozenMatrix& matrix) { fitTo(ref, matrix, true); });
    if (!layer.offTrained || !isWanted) return isWanted;
    Layer trained = *layer.offTrained;
    const bool isDone = fit(trained, seed, sizesOfTrained(trained, now), cause, watch);
    layer.offTrained = std::move(trained);
    return isDone;
}

} // namespace headlight
