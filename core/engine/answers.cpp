#include "engine/answers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace headlight {
namespace {

/// The part of [0, size) that [first, first + count) covers; all of it if count is not positive.
void cut(int& first, int& count, Index size) {
    const auto end = static_cast<long long>(first) + count;
    first = static_cast<int>(std::clamp<long long>(first, 0, size));
    count = static_cast<int>(std::clamp<long long>(end, first, size)) - first;
}

/// What of a [rows, cols] stage the tile stands for; nothing (rows 0) if there is nothing to show.
Area areaOf(MapDemand& demand, Index rows, Index cols) {
    Region& region = demand.region;
    if (region.rows <= 0 || region.cols <= 0) region = {0, 0, static_cast<int>(rows), static_cast<int>(cols)};
    cut(region.row, region.rows, rows);
    cut(region.col, region.cols, cols);
    Area area{region.row, region.col, region.rows, region.cols, 0, 0};
    if (area.rows == 0 || area.cols == 0) return {};
    area.height = std::min<Index>(area.rows, std::max(1, demand.pixelHeight));
    area.width = std::min<Index>(area.cols, std::max(1, demand.pixelWidth));
    return area;
}

/// Of weights, with or without dropout: whose rows may have none.
bool hasRowKinds(const MapDemand& map) {
    const StageInfo& info = infoOf(map.stage);
    return !map.isDifference && info.isMap() && info.scope == Scope::Head && info.dependsOn >= RulePart::Normalisation;
}

std::vector<float> numbersOf(const Answer& answer) {
    return {answer.values.data(), answer.values.data() + answer.values.size()};
}

/// What the arithmetic of a cell is made of, and whether of the row of its query or of its key.
struct CellPart {
    Stage stage;
    bool ofKey;
};
constexpr std::array kCellParts{CellPart{Stage::Q, false},      CellPart{Stage::K, true},
                                CellPart{Stage::V, true},       CellPart{Stage::Scores, false},
                                CellPart{Stage::Scaled, false}, CellPart{Stage::Weights, false},
                                CellPart{Stage::Context, false}};

} // namespace

void addReads(const MapDemand& map, Index rows, Index cols, std::vector<Read>& reads) {
    MapDemand demand = map;
    if (rows == 0 || cols == 0) return;
    reads.push_back({Read::What::Extent, map.stage, map.head, {}, map.pooling});
    const Area area = areaOf(demand, rows, cols);
    if (area.rows == 0) return;
    reads.push_back({Read::What::Tile, map.stage, map.head, area, map.pooling});
    if (hasRowKinds(map)) reads.push_back({Read::What::RowKinds, map.stage, map.head, area, map.pooling});
}

RowKind Tile::kindOf(int row) const {
    const auto found = std::ranges::lower_bound(oddRows, row, {}, &OddRow::row);
    return found != oddRows.end() && found->row == row ? found->kind : RowKind::Plain;
}

Tile tileFrom(const MapDemand& map, Index rows, Index cols, const ScoreRule& rule, AllowedKeys& allowed,
              std::span<Answer> answers) {
    Tile tile;
    tile.demand = map;
    tile.stageRows = static_cast<int>(rows);
    tile.stageCols = static_cast<int>(cols);
    if (answers.empty()) return tile;
    const Extent& extent = answers[0].extent;
    tile.range = {extent.low, extent.high};
    if (extent.row >= 0) tile.firstNonFinite = {static_cast<int>(extent.row), static_cast<int>(extent.col)};
    const Area area = areaOf(tile.demand, rows, cols);
    if (area.rows == 0) return tile;
    tile.exact = area.exact();
    tile.values = std::move(answers[1].values);
    if (infoOf(map.stage).isMasked && rule.mask.isOn()) tile.masked = allowed.maskedIn(area);
    if (answers.size() < 3) return tile;
    int row = static_cast<int>(area.row);
    for (const RowKind kind : answers[2].kinds) {
        if (kind != RowKind::Plain) tile.oddRows.push_back({row, kind});
        ++row;
    }
    return tile;
}

void addReads(const CellRef& cell, const ScoreRule& rule, std::vector<Read>& reads) {
    const auto add = [&](const CellPart& part) {
        Read read{Read::What::Rows, part.stage, cell.head, {}, {}};
        read.area.row = part.ofKey ? cell.col : cell.row;
        read.area.rows = 1;
        reads.push_back(read);
    };
    for (const CellPart& part : kCellParts) add(part);
    reads.push_back(reads.back());
    reads.back().what = Read::What::RowStats;
    if (rule.dropout) add({Stage::Dropped, false});
}

CellArithmetic cellFrom(const CellRef& ref, const ScoreRule& rule, std::span<const Answer> answers) {
    const auto key = static_cast<std::size_t>(ref.col);
    CellArithmetic cell;
    cell.cell = ref;
    cell.q = numbersOf(answers[0]);
    cell.k = numbersOf(answers[1]);
    cell.v = numbersOf(answers[2]);
    cell.score = answers[3].values(0, ref.col);
    cell.factor = rule.factor;
    cell.rowScaled = numbersOf(answers[4]);
    cell.rowWeights = numbersOf(answers[5]);
    cell.context = numbersOf(answers[6]);
    const RowStats& row = answers[7].stats.at(0);
    cell.rowKind = kindOf(row, rule.normalisation);
    cell.rowSum = isNaN(cell.rowKind) ? std::numeric_limits<double>::quiet_NaN() : row.sum;
    if (rule.dropout) cell.dropped = answers[8].values(0, ref.col);
    cell.scaled = cell.rowScaled[key];
    cell.weight = cell.rowWeights[key];
    bool any = false;
    for (std::size_t col = 0; col < cell.rowScaled.size(); ++col) {
        const bool masked = !rule.mask.allows(ref.row, static_cast<Index>(col));
        cell.rowMasked.push_back(masked);
        const float scaled = cell.rowScaled[col];
        if (masked) continue;
        if (!any || std::isnan(scaled) || scaled > cell.rowMax) cell.rowMax = scaled;
        any = true;
        if (std::isnan(scaled)) cell.rowSum = static_cast<double>(scaled);
    }
    cell.masked = cell.rowMasked[key];
    return cell;
}

} // namespace headlight
