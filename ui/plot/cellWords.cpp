#include "plot/cellWords.h"

#include "attention/stages.h"
#include "base/numberText.h"
#include "plot/HeatmapView.h"
#include "words/conventions.h"
#include "words/wording.h"

namespace headlight {
namespace {

const QString& rowText(const MapContent& map, int row) { return map.axes.rows->texts[static_cast<std::size_t>(row)]; }
const QString& colText(const MapContent& map, int col) { return map.axes.cols->texts[static_cast<std::size_t>(col)]; }

bool areVectors(const MapContent& map) { return map.tile && !infoOf(map.tile->demand.stage).isMap(); }

/// Returns "dimension 3", or in concat "dimension 7, head 2".
QString dimensionName(const MapContent& map, int col) {
    const QString name = HeatmapView::tr("dimension %1").arg(colText(map, col));
    const int head = map.axes.bands.at(Qt::Horizontal, col);
    return head < 0 ? name : HeatmapView::tr("%1, head %2").arg(name).arg(numberOf(head));
}

} // namespace

QString cellTokens(const MapContent& map, const Cell& cell) {
    const QString row = QStringLiteral(u"\u2068%1\u2069").arg(rowText(map, cell.query));
    if (areVectors(map)) return row;
    return QStringLiteral(u"%1 \u2192 \u2068%2\u2069").arg(row, colText(map, cell.key));
}

QString cellPlaces(const MapContent& map, const Cell& cell) {
    const int row = numberOf(cell.query);
    if (!areVectors(map)) return HeatmapView::tr("query %1, key %2").arg(row).arg(numberOf(cell.key));
    const bool isOfHead = infoOf(map.tile->demand.stage).scope == Scope::Head;
    const QString place = map.axes.rowsAreKeys ? HeatmapView::tr("key %1")
                          : isOfHead           ? HeatmapView::tr("query %1")
                                               : HeatmapView::tr("token %1");
    return QStringLiteral("%1, %2").arg(place.arg(row), dimensionName(map, cell.key));
}

QString cellName(const MapContent& map, const Cell& cell) {
    return areVectors(map) ? QStringLiteral("%1, %2").arg(rowText(map, cell.query), dimensionName(map, cell.key))
                           : HeatmapView::tr("query %1, key %2").arg(rowText(map, cell.query), colText(map, cell.key));
}

QString valueWords(const Tile& tile, Index row, Index col) {
    const float value = tile.values(row, col);
    const bool isMasked = tile.masked(row, col), isChange = tile.demand.isDifference;
    QString number = QString::fromStdString(shortest(value));
    if (isChange) number = HeatmapView::tr("change: %1").arg(value > 0 ? u'+' + number : number);
    if (isMasked && isChange) number = HeatmapView::tr("nothing to compare: masked in one of the states");
    if (isMasked && !isChange) number = HeatmapView::tr("masked");
    return tile.exact ? number : HeatmapView::tr("%1 (%2 nearby)").arg(number, pooledWords(tile));
}

QString maskWords(const MapContent& map, const Cell& cell) {
    if (!map.given) return {};
    return map.hides(cell) ? HeatmapView::tr("custom mask: hidden") : HeatmapView::tr("custom mask: may attend");
}

QString columnName(const MapContent& map, int col) {
    return areVectors(map) ? dimensionName(map, col) : colText(map, col);
}

QString pooledWords(const Tile& tile) {
    if (tile.exact || tile.values.size() == 0) return {};
    const auto share = [](int cells, Index values) { return (cells + values - 1) / values; };
    const Region& region = tile.demand.region;
    return QStringLiteral(u"%1 of %2 \u00d7 %3")
        .arg(fromCore(infoOf(tile.demand.pooling).name).toLower())
        .arg(share(region.rows, tile.values.rows()))
        .arg(share(region.cols, tile.values.cols()));
}

} // namespace headlight
