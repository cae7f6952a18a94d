// The parts of a Frame: tiles and the selected cell.
#include "attention/formulas.h"
#include "engine/EngineState.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headlight {
namespace {

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

std::vector<float> rowOf(BackendHead& head, Stage stage, int row) {
    const Matrix values = head.wholeRows(stage, row, 1);
    return {values.data(), values.data() + values.size()};
}

} // namespace

Engine::State::Source Engine::State::sourceOf(const MapDemand& map, const Session& session, const LayerInputs& inputs,
                                              Comparisons& compare) {
    if (map.layer != 0 || !hasStage(map.stage, session, 0)) return {};
    const StageInfo& info = infoOf(map.stage);
    if (info.scope == Scope::Layer) {
        if (!info.isInput()) joinHeads(map.stage, session, inputs, compare);
        return {blocks[map.stage].matrix.get(), nullptr, blocks[map.stage].stamp};
    }
    const auto head = static_cast<std::size_t>(map.head);
    if (map.head < 0 || head >= heads.size()) return {};
    heads[head]->bringUpTo(map.stage, session.layers[0].heads[head], inputs, compare, clock);
    return {nullptr, &heads[head]->blocks(), heads[head]->stamp(map.stage)};
}

/// Concat from the contexts of all heads, and Output from it; each only where what it is made of has changed.
void Engine::State::joinHeads(Stage stage, const Session& session, const LayerInputs& inputs, Comparisons& compare) {
    const Layer& layer = session.layers[0];
    const Sizes sizes = sizesOf(session);
    std::vector<std::uint64_t> contexts;
    for (std::size_t h = 0; h < heads.size(); ++h) {
        heads[h]->bringUpTo(Stage::Context, layer.heads[h], inputs, compare, clock);
        contexts.push_back(heads[h]->stamp(Stage::Context));
    }
    LayerBlock& concat = blocks[Stage::Concat];
    if (!concat.matrix || contexts != concatOf) {
        Matrix side(sizes.tokens, sizes.concat());
        for (std::size_t h = 0; h < heads.size(); ++h)
            side.middleCols(static_cast<Index>(h) * sizes.dv, sizes.dv) = heads[h]->blocks().wholeRows(Stage::Context,
                                                                                                       0, sizes.tokens);
        concat = {std::move(side), ++clock};
        concatOf = std::move(contexts);
    }
    if (stage != Stage::Output) return;
    const FrozenMatrix &w = layer[Parameter::Wo], &bias = layer[Parameter::Bo];
    LayerBlock& output = blocks[Stage::Output];
    if (output.matrix && outputOf.concat == concat.stamp && outputOf.w == w && outputOf.bias == bias) return;
    output = {backend->product(concat.matrix, w, bias), ++clock};
    outputOf = {concat.stamp, w, bias};
}

std::shared_ptr<const Tile> Engine::State::tileOf(const MapDemand& map, const Source& source) const {
    auto tile = std::make_shared<Tile>();
    tile->demand = map;
    const auto [x, head, stamp] = source;
    if (!x && !head) return tile;
    const Index rows = x ? x->rows() : head->rows(map.stage), cols = x ? x->cols() : head->cols(map.stage);
    tile->stageRows = static_cast<int>(rows);
    tile->stageCols = static_cast<int>(cols);
    if (rows == 0 || cols == 0) return tile;
    takeExtent(x ? backend->extent(*x) : head->extent(map.stage), *tile);
    const Reduction reduction = reductionOf(tile->demand, rows, cols);
    if (reduction.rows == 0) return tile;
    tile->exact = reduction.exact();
    tile->values = x ? backend->reduce(*x, reduction) : head->reduce(map.stage, reduction);
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
    cell->q = rowOf(head, Stage::Q, ref.query);
    cell->k = rowOf(head, Stage::K, ref.key);
    cell->v = rowOf(head, Stage::V, ref.key);
    cell->score = rowOf(head, Stage::Scores, ref.query)[key];
    cell->factor = scoreFactor(session.layers[0].options, sizes.dk);
    cell->rowScaled = rowOf(head, Stage::Scaled, ref.query);
    cell->rowWeights = rowOf(head, Stage::Weights, ref.query);
    cell->context = rowOf(head, Stage::Context, ref.query);
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
