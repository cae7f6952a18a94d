#include "panels/maps/mapProblem.h"

#include "words/conventions.h"
#include "words/rowWords.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <vector>

namespace headlight {
namespace {

constexpr int kMaxRows = 12, kMaxTipLength = 60; // lines; graphemes

QString said(const char* words) { return QCoreApplication::translate("MapProblems", words); }

using OddRows = std::vector<Tile::OddRow>;

OddRows withoutWeights(const Tile& tile, const MapAxes& axes) {
    OddRows rows;
    std::ranges::copy_if(tile.oddRows, std::back_inserter(rows), [&](const Tile::OddRow& odd) {
        return odd.row < axes.rows->count() && odd.kind != RowKind::ScoreNotFinite && !rowWord(odd.kind).isEmpty();
    });
    return rows;
}

/// Returns a line "3 are: sum 0" for each row.
QString allOf(const OddRows& rows, const TokenLabels& labels) {
    QStringList lines;
    for (const auto& [row, kind] : rows) {
        if (lines.size() == kMaxRows) {
            lines << said(QT_TRANSLATE_NOOP("MapProblems", "and %1 more")).arg(rows.size() - kMaxRows);
            break;
        }
        lines << QStringLiteral(u"%1 \u2068%2\u2069: %3")
                     .arg(placeText(row), elided(labels.texts[static_cast<std::size_t>(row)], kMaxTipLength),
                          rowWord(kind));
    }
    return lines.join(QLatin1Char('\n'));
}

MapProblem problemOfRows(const OddRows& rows, const TokenLabels& labels) {
    const QString word = rowWord(rows.front().kind), count = QString::number(rows.size());
    const bool areAlike = std::ranges::count(rows, rows.front().kind, &Tile::OddRow::kind) == std::ssize(rows);
    if (rows.size() == 1) {
        const QString& token = labels.texts[static_cast<std::size_t>(rows.front().row)];
        return {QStringLiteral(u"\u2068%1\u2069: %2").arg(elided(token), word), allOf(rows, labels)};
    }
    if (areAlike) return {said(QT_TRANSLATE_NOOP("MapProblems", "%1 rows: %2")).arg(count, word), allOf(rows, labels)};
    return {said(QT_TRANSLATE_NOOP("MapProblems", "%1 rows without weights")).arg(count), allOf(rows, labels)};
}

/// Returns "NaN at My → feet".
MapProblem problemOfNumber(const Tile& tile, const MapAxes& axes) {
    const auto [row, col] = *tile.firstNonFinite;
    if (row >= axes.rows->count() || col >= axes.cols->count()) return {};
    const Region& region = tile.demand.region;
    const bool isHere = tile.exact && row >= region.row && row < region.row + region.rows && col >= region.col &&
                        col < region.col + region.cols;
    const bool isInfinite = isHere && std::isinf(tile.values(row - region.row, col - region.col));
    const QString &query = axes.rows->texts[static_cast<std::size_t>(row)],
                  &key = axes.cols->texts[static_cast<std::size_t>(col)];
    // Both are isolated, so that the arrow points from query to key whatever their direction of writing is.
    const auto pair = [&](int maxLength) {
        return QStringLiteral(u"\u2068%1\u2069 \u2192 \u2068%2\u2069")
            .arg(elided(query, maxLength), elided(key, maxLength));
    };
    const QString at = isInfinite ? said(QT_TRANSLATE_NOOP("MapProblems", "Infinity at %1"))
                                  : said(QT_TRANSLATE_NOOP("MapProblems", "NaN at %1"));
    return {at.arg(pair(kMaxLabelLength)), at.arg(pair(kMaxTipLength))};
}

} // namespace

MapProblem problemOf(const MapContent& map) {
    if (!map.tile) return {};
    const OddRows rows = withoutWeights(*map.tile, map.axes);
    if (!rows.empty()) return problemOfRows(rows, *map.axes.rows);
    return map.tile->firstNonFinite ? problemOfNumber(*map.tile, map.axes) : MapProblem();
}

} // namespace headlight
