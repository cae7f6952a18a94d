#include "backend/cpu/scoreViews.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

namespace headlight {
namespace {

using kernels::kInfinity;

/// The extremes of rows, as their summaries tell them.
struct Extremes : FiniteExtremes {
    Index row = -1; ///< the first row with a cell that is not finite

    bool hasOverflown() const { return low == -kInfinity || high == kInfinity; }
    /// `isOdd(col)`: true for the cells of that row that are not finite.
    Extent extent(Index cols, auto isOdd) const {
        Extent extent = FiniteExtremes::extent();
        if (row < 0) return extent;
        extent.row = row;
        for (extent.col = 0; extent.col < cols && !isOdd(extent.col);) ++extent.col;
        return extent;
    }
};

/// Returns the extent of scores times a factor, of the allowed ones if it `masks`; empty if the summaries do not tell
/// it, or if it overflows.
std::optional<Extent> extentOfScores(const ScoreTable& table, float factor, bool masks) {
    const RowSummaries& rows = table.summaries();
    Extremes all;
    for (Index row = 0; row < table.rows(); ++row) {
        if (masks && rows.kind(row) == RowKind::Masked) continue;
        const float low = rows.low(row);
        const kernels::RowRange range = masks ? kernels::RowRange{low, rows.high(row), !std::isnan(low)}
                                              : rows.range(row);
        if (masks && !range.finite) return {};
        if (!range.finite && all.row < 0) all.row = row;
        if (range.low > range.high) continue;
        all.takeFinite(range.low * factor);
        all.takeFinite(range.high * factor);
    }
    if (all.hasOverflown()) return {};
    if (all.row < 0) return all.FiniteExtremes::extent();
    ScoreReader reader(table, all.row + 1, 0, table.cols());
    const float* scores = reader.row(all.row);
    return all.extent(table.cols(), [scores](Index col) { return !std::isfinite(scores[col]); });
}

/// Returns the extent of the weights. The extremes of a row are the weights of its top and bottom.
Extent extentOfWeights(const ScoreTable& table) {
    const RowSummaries& rows = table.summaries();
    const ScoreRule& rule = table.rule();
    Extremes all;
    std::vector<float> minWeights(static_cast<std::size_t>(table.rows()));
    const auto [pre, post] = table.scale();
    for (Index row = 0; row < table.rows(); ++row) { // a score that is not finite has the weight 0
        const bool isFinite = !std::isnan(rows.low(row));
        minWeights[static_cast<std::size_t>(row)] = isFinite ? (rows.bottom(row) * pre - rows.top(row) * pre) * post
                                                             : -kInfinity;
    }
    kernels::exponentials(minWeights.data(), table.rows(), minWeights.data());
    for (Index row = 0; row < table.rows(); ++row) {
        const RowKind kind = rows.kind(row);
        if (kind == RowKind::AllMinusInf) all.takeFinite(0);
        if (isNaN(kind) && all.row < 0) all.row = row;
        if (kind != RowKind::Plain) continue;
        if (rule.normalisation == Normalisation::Softmax) {
            all.takeFinite(rows.inverse(row));
            all.takeFinite(minWeights[static_cast<std::size_t>(row)] * rows.inverse(row));
        } else {
            all.takeFinite(sumWeight(rows.top(row) * table.factor(), rows.sum(row)));
            all.takeFinite(sumWeight(rows.bottom(row) * table.factor(), rows.sum(row)));
        }
    }
    return all.extent(table.cols(), [&rule, row = all.row](Index col) { return rule.mask.allows(row, col); });
}

} // namespace

StageView viewOf(const ScoreTable& table, Stage stage) {
    StageView view;
    view.rows = table.rows();
    view.cols = table.cols();
    view.ask = [&table] { table.check(); };
    if (!infoOf(stage).isMasked) {
        view.factor = infoOf(stage).dependsOn == RulePart::None ? 1 : table.factor();
        view.data = table.isStreamed() ? nullptr : table.storedRow(0);
        view.ld = table.ld();
    } else {
        view.allowed = countedCells(stage, table.allowed());
        view.masked = maskedValue(stage, table.rule().masksAfter);
    }
    if (view.data) return view;
    view.open = [&table, stage](Index end, Index col, Index n) -> RowReader {
        const auto rows = needsWholeRows(table, stage) ? std::make_shared<ScoreReader>(table, end, 0, table.cols())
                                                       : std::make_shared<ScoreReader>(table, end, col, n);
        return [rows, read = readerOf(table, stage, *rows, col, n)](Index row, float* out) { read(row, out); };
    };
    return view;
}

bool needsWholeRows(const ScoreTable& table, Stage stage) {
    return stage == Stage::Rest || (infoOf(stage).dependsOn == RulePart::Mask && table.rule().masksAfter);
}

RowReader readerOf(const ScoreTable& table, Stage stage, ScoreReader& scores, Index col, Index n) {
    const Index first = needsWholeRows(table, stage) ? 0 : col;
    return [&table, &scores, stage, first, col, n](Index row, float* out) {
        table.cells(stage, scores.row(row) + first - scores.col(), row, col, n, out);
    };
}

Extent extentOf(const ScoreTable& table, Stage stage) {
    std::optional<Extent> known;
    switch (infoOf(stage).dependsOn) {
    case RulePart::None: known = extentOfScores(table, 1, false); break;
    case RulePart::Factor: known = extentOfScores(table, table.factor(), false); break;
    case RulePart::Mask:
        if (!table.rule().masksAfter) known = extentOfScores(table, table.factor(), true);
        break;
    case RulePart::Normalisation:
        if (stage == Stage::Weights) return extentOfWeights(table);
        break;
    case RulePart::Dropout: break;
    }
    return known ? *known : extentOf(viewOf(table, stage));
}

} // namespace headlight
