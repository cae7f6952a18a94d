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
    const Shape::Layer& layer = shape.layers[static_cast<std::size_t>(cell.layer)];
    const Op& op = shape.opOf(cell);
    const auto headOf = [&](Stage stage) { return infoOf(stage).scope == Scope::Head ? cell.head : 0; };
    const auto addRow = [&](Stage stage, int row, int head) {
        lines.push_back({{stage, cell.layer, head, row, 0}, false, lengthOf(infoOf(stage).cols, layer.sizes)});
    };
    const auto addColumn = [&](Stage stage, int number) {
        const Sizes& sizes = shape.layers[static_cast<std::size_t>(number)].sizes;
        lines.push_back({{stage, number, headOf(stage), 0, cell.col}, true, lengthOf(infoOf(stage).rows, sizes)});
    };
    switch (op.kind) {
    case Op::Kind::Copy:
        if (!op.isFromBelow) addRow(op.inputs[0], cell.row, headOf(op.inputs[0]));
        break;
    case Op::Kind::Scores:
        addRow(op.inputs[0], cell.row, headOf(op.inputs[0]));
        addRow(op.inputs[1], cell.col, headOf(op.inputs[1]));
        break;
    case Op::Kind::WeightedSum:
        addRow(op.inputs[0], cell.row, headOf(op.inputs[0]));
        addColumn(op.inputs[1], cell.layer);
        break;
    case Op::Kind::Lookup: // the number itself is enough
    case Op::Kind::Given:
    case Op::Kind::Positions:
    case Op::Kind::Beside: break;
    case Op::Kind::Mean:
    case Op::Kind::Rollout:
        for (int head = 0; head < layer.sizes.heads; ++head) addRow(op.inputs[0], cell.row, head);
        if (op.kind == Op::Kind::Rollout && cell.layer > 0) addColumn(op.result, cell.layer - 1);
        break;
    case Op::Kind::Sum:
    case Op::Kind::Affine:
    case Op::Kind::Norm:
    case Op::Kind::Scale:
    case Op::Kind::Mask:
    case Op::Kind::SoftmaxOfAll:
    case Op::Kind::Softmax:
    case Op::Kind::Shares:
    case Op::Kind::Renormalise:
    case Op::Kind::Dropout:
    case Op::Kind::Rest:
        for (const Stage input : op.inputs) addRow(input, cell.row, headOf(input));
    }
    addRow(cell.stage, cell.row, headOf(cell.stage));
    return lines;
}

} // namespace headlight
