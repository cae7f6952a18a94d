#include "engine/answers.h"

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

/// Cuts [first, first + count) to the part within [0, size).
void cut(int& first, int& count, Index size) {
    const auto end = static_cast<long long>(first) + count;
    first = static_cast<int>(std::clamp<long long>(first, 0, size));
    count = static_cast<int>(std::clamp<long long>(end, first, size)) - first;
}

/// Returns the area of a [rows, cols] stage that the tile stands for; empty (rows 0) if there is nothing to show.
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

} // namespace

bool hasRowKinds(Stage stage) {
    const StageInfo& info = infoOf(stage);
    return info.isMap() && info.scope == Scope::Head && info.dependsOn >= RulePart::Normalisation;
}

void addReads(const MapDemand& map, Index rows, Index cols, std::vector<Read>& reads) {
    MapDemand demand = map;
    if (rows == 0 || cols == 0) return;
    reads.push_back({Read::What::Extent, map.stage, map.head, {}, map.pooling});
    const Area area = areaOf(demand, rows, cols);
    if (area.rows == 0) return;
    reads.push_back({Read::What::Tile, map.stage, map.head, area, map.pooling});
    if (!map.isDifference && hasRowKinds(map.stage))
        reads.push_back({Read::What::RowKinds, map.stage, map.head, area, map.pooling});
}

RowKind Tile::kindOf(int row) const {
    const auto found = std::ranges::lower_bound(oddRows, row, {}, &OddRow::row);
    return found != oddRows.end() && found->row == row ? found->kind : RowKind::Plain;
}

Tile tileFrom(const MapDemand& map, Index rows, Index cols, AllowedKeys& allowed, std::span<Answer> answers) {
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
    tile.masked = allowed.maskedIn(map.stage, area);
    if (answers.size() < 3) return tile;
    int row = static_cast<int>(area.row);
    for (const RowKind kind : answers[2].kinds) {
        if (kind != RowKind::Plain) tile.oddRows.push_back({row, kind});
        ++row;
    }
    return tile;
}

} // namespace headlight
