#include "engine/StageLine.h"

#include <algorithm>

namespace headlight {

Operand StageLine::operator[](Index i) const {
    CellRef at = first;
    (isColumn ? at.row : at.col) = static_cast<int>(i);
    return {at, values.data()[i]};
}

Read StageLine::read() const {
    if (isColumn) return {Read::What::Tile, first.stage, first.head, {0, first.col, length, 1, length, 1}, {}};
    return {Read::What::Rows, first.stage, first.head, {first.row, 0, 1, 0, 0, 0}, {}};
}

std::vector<StageLine> linesFor(const CellRef& cell, const Shape& shape) {
    std::vector<StageLine> lines;
    const auto layerAt = [&](int layer) -> const Shape::Layer& {
        return shape.layers[static_cast<std::size_t>(layer)];
    };
    const Shape::Layer& layer = layerAt(cell.layer);
    const auto addRow = [&](Stage stage, int row, int ofHead) {
        const int head = infoOf(stage).scope == Scope::Head ? ofHead : 0;
        const Index length = lengthOf(infoOf(stage).cols, layer.sizes);
        lines.push_back({{stage, cell.layer, head, row, 0}, false, length});
    };
    const auto add = [&](Stage stage) { addRow(stage, cell.row, cell.head); };
    const auto addColumn = [&](Stage stage, int number) {
        const Index length = lengthOf(infoOf(stage).rows, layerAt(number).sizes);
        const int head = infoOf(stage).scope == Scope::Head ? cell.head : 0;
        lines.push_back({{stage, number, head, 0, cell.col}, true, length});
    };
    const auto orElse = [&](Stage stage, Stage other) { return layer.stages.has(stage) ? stage : other; };
    const Stage input = orElse(Stage::Normed, Stage::X);
    switch (cell.stage) {
    case Stage::X:
    case Stage::XKv:
        for (const Stage summand : {Stage::Embeddings, Stage::EmbeddingsKv, Stage::Positions, Stage::PositionsKv})
            if (layer.stages.has(summand) && infoOf(summand).rows == infoOf(cell.stage).rows) add(summand);
        break;
    case Stage::Normed: add(Stage::X); break;
    case Stage::Q: add(input); break;
    case Stage::K:
    case Stage::V: add(orElse(Stage::XKv, input)); break;
    case Stage::Scores:
        add(Stage::Q);
        addRow(Stage::K, cell.col, cell.head);
        break;
    case Stage::Scaled: add(Stage::Scores); break;
    case Stage::Masked:
    case Stage::Weights:
        add(Stage::Scaled);
        add(Stage::Scores);
        if (cell.stage == Stage::Weights && layer.stages.has(Stage::Masked)) add(Stage::Masked);
        break;
    case Stage::Dropped: add(Stage::Weights); break;
    case Stage::Context:
        add(orElse(Stage::Dropped, Stage::Weights));
        addColumn(Stage::V, cell.layer);
        break;
    case Stage::Output: add(Stage::Concat); break;
    case Stage::Result:
        add(orElse(Stage::Output, Stage::Concat));
        add(Stage::X);
        break;
    case Stage::Rollout:
    case Stage::Product:
        for (int head = 0; head < layer.sizes.heads; ++head) addRow(Stage::Weights, cell.row, head);
        if (cell.layer > 0) addColumn(cell.stage, cell.layer - 1);
        break;
    default: break; // these stages are made of no stage of this layer
    }
    add(cell.stage);
    return lines;
}

} // namespace headlight
