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

Head drawnHead(std::uint64_t seed, int layer, int number, const Sizes& sizes, const Head& like) {
    Head head;
    head.number = number;
    forEachParameter(head, Scope::Head, [&](const ParameterInfo& info, FrozenMatrix& matrix) {
        if (info.isTrainable || like[info.parameter]) matrix = drawnFor(seed, {info.parameter, layer, number}, sizes);
    });
    return head;
}

void fit(Layer& layer, int index, std::uint64_t seed, const Sizes& now) {
    forEachParameter(layer, index, [&](ParameterRef ref, FrozenMatrix& matrix) {
        const ParameterInfo& info = infoOf(ref.parameter);
        const Index rows = lengthOf(info.rows, now), cols = lengthOf(info.cols, now);
        if (!matrix || (matrix->rows() == rows && matrix->cols() == cols)) return;
        if (info.scope == Scope::Head) ref.head = layer.heads[static_cast<std::size_t>(ref.head)].number;
        Matrix fitted = drawnFor(seed, ref, now);
        const Index parts = info.rows == Side::Concat ? now.heads : 1;
        const Index from = matrix->rows() / parts, to = rows / parts;
        const Index keptRows = std::min(from, to), keptCols = std::min(matrix->cols(), cols);
        for (Index part = 0; part < parts; ++part)
            fitted.block(part * to, 0, keptRows, keptCols) = matrix->block(part * from, 0, keptRows, keptCols);
        matrix = std::move(fitted);
    });
}

} // namespace headlight
