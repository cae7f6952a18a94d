// The parts of a Frame: tiles and the selected cell.
#include "attention/formulas.h"
#include "engine/EngineState.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headlight {
namespace {

Block blockOf(Stage stage) {
    switch (stage) {
    case Stage::Q: return Block::Q;
    case Stage::K: return Block::K;
    case Stage::V: return Block::V;
    case Stage::Scaled: return Block::Scaled;
    case Stage::Weights: return Block::Weights;
    case Stage::Context: return Block::Context;
    default: return Block::Scores;
    }
}

/// The part of [0, size) that [first, first + count) covers; all of it if count is not positive.
void cut(int& first, int& count, Index size) {
    const auto end = static_cast<long long>(first) + count;
    first = static_cast<int>(std::clamp<long long>(first, 0, size));
    count = static_cast<int>(std::clamp<long long>(end, first, size)) - first;
}

/// What of a [rows, cols] stage the tile stands for; nothing (rows 0) if there is nothing to show.
Reduction reductionOf(MapDemand& demand, Index rows, Index cols) {
    Region& region = demand.region;
    if (region.rows <= 0 || region.cols <= 0) region = {0, 0, static_cast<int>(rows), static_cast<int>(cols)};
    cut(region.row, region.rows, rows);
    cut(region.col, region.cols, cols);
    Reduction red{region.row, region.col, region.rows, region.cols, 0, 0};
    if (red.rows == 0 || red.cols == 0) return {};
    red.height = std::min<Index>(red.rows, std::max(1, demand.pixelHeight));
    red.width = std::min<Index>(red.cols, std::max(1, demand.pixelWidth));
    return red;
}

void takeExtent(const Extent& extent, Tile& tile) {
    tile.range = {extent.low, extent.high};
    if (extent.row >= 0) tile.firstNonFinite = {static_cast<int>(extent.row), static_cast<int>(extent.col)};
}

std::vector<float> rowOf(BackendHead& head, Block block, int row) {
    const Matrix values = head.wholeRows(block, row, 1);
    return {values.data(), values.data() + values.size()};
}

} // namespace

std::shared_ptr<const Tile> Engine::State::tileFor(const MapDemand& map, const Session& session,
                                                   const LayerInputs& inputs, Comparisons& compare) {
    const bool isX = map.stage == Stage::X || map.stage == Stage::XKv;
    const bool exists = map.layer == 0 && (isX || (map.head >= 0 && map.head < static_cast<int>(heads.size()))) &&
                        (map.stage != Stage::XKv || session.context);
    HeadState* head = exists && !isX ? heads[static_cast<std::size_t>(map.head)].get() : nullptr;
    const auto& weights = session.layers[0].heads;
    if (head) head->bringUpTo(map.stage, weights[static_cast<std::size_t>(map.head)], inputs, compare, clock);
    const std::uint64_t stamp = head ? head->stamp(map.stage) : map.stage == Stage::X ? xStamp : xKvStamp;
    for (const Shown& before : shown)
        if (exists && before.demand == map && before.stamp == stamp) return before.tile;

    auto tile = std::make_shared<Tile>();
    tile->demand = map;
    if (!exists) return tile;
    const Matrix* x = isX ? (map.stage == Stage::X ? inputs.x : inputs.xKv).get() : nullptr;
    const Block block = blockOf(map.stage);
    const Index rows = x ? x->rows() : head->blocks().rows(block), cols = x ? x->cols() : head->blocks().cols(block);
    tile->stageRows = static_cast<int>(rows);
    tile->stageCols = static_cast<int>(cols);
    if (rows == 0 || cols == 0) return tile;
    takeExtent(x ? backend->extent(*x) : head->blocks().extent(block), *tile);
    const Reduction reduction = reductionOf(tile->demand, rows, cols);
    if (reduction.rows == 0) return tile;
    tile->exact = reduction.exact();
    tile->values = x ? backend->reduce(*x, reduction) : head->blocks().reduce(block, reduction);
    return tile;
}

std::shared_ptr<const CellArithmetic> Engine::State::cellFor(const CellRef& ref, const Session& session,
                                                             const LayerInputs& inputs, Comparisons& compare) {
    const Sizes sizes = sizesOf(session);
    if (ref.layer != 0 || ref.head < 0 || ref.head >= sizes.heads || ref.query < 0 || ref.query >= sizes.tokens ||
        ref.key < 0 || ref.key >= sizes.keyTokens)
        return nullptr;
    const auto index = static_cast<std::size_t>(ref.head);
    HeadState& state = *heads[index];
    state.bringUpTo(Stage::Context, session.layers[0].heads[index], inputs, compare, clock);
    const std::uint64_t stamp = state.stamp(Stage::Context);
    if (shownCell && shownCell->ref == ref && shownCell->stamp == stamp) return shownCell->cell;

    BackendHead& head = state.blocks();
    const auto key = static_cast<std::size_t>(ref.key);
    auto cell = std::make_shared<CellArithmetic>();
    cell->cell = ref;
    cell->q = rowOf(head, Block::Q, ref.query);
    cell->k = rowOf(head, Block::K, ref.key);
    cell->v = rowOf(head, Block::V, ref.key);
    cell->score = rowOf(head, Block::Scores, ref.query)[key];
    cell->factor = scoreFactor(session.layers[0].options, sizes.dk);
    cell->rowScaled = rowOf(head, Block::Scaled, ref.query);
    cell->rowWeights = rowOf(head, Block::Weights, ref.query);
    cell->context = rowOf(head, Block::Context, ref.query);
    cell->scaled = cell->rowScaled[key];
    cell->weight = cell->rowWeights[key];
    cell->rowSum = head.rowSum(ref.query);
    bool any = false;
    for (int col = 0; col < sizes.keyTokens; ++col) {
        const bool masked = !isAllowed(inputs.rule, ref.query, col);
        cell->rowMasked.push_back(masked);
        const float scaled = cell->rowScaled[static_cast<std::size_t>(col)];
        if (masked) continue;
        if (!any || std::isnan(scaled) || scaled > cell->rowMax) cell->rowMax = scaled;
        any = true;
        if (std::isnan(scaled)) cell->rowSum = scaled;
    }
    cell->masked = cell->rowMasked[key];
    shownCell = ShownCell{ref, stamp, cell};
    return cell;
}

} // namespace headlight
