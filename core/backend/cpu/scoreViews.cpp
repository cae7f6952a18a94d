#include "backend/cpu/scoreViews.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

namespace headlight {
namespace {

using kernels::kInfinity;

using CellReader = void (*)(const ScoreTable&, const float* scores, Index row, Index col, Index n, float* out);

void readMasked(const ScoreTable& table, const float* scores, Index row, Index col, Index n, float* out) {
    const Mask::Reach reach = table.allowed().reach(row);
    const std::uint8_t* bytes = table.allowed().bytes(row);
    table.scaled(scores, n, out);
    for (Index i = 0; i < n; ++i)
        if (!reach.has(col + i) || (bytes && !bytes[col + i])) out[i] = -kInfinity;
}

template <void (ScoreTable::*read)(const float*, Index, Index, Index, float*) const>
void readBy(const ScoreTable& table, const float* scores, Index row, Index col, Index n, float* out) {
    (table.*read)(scores, row, col, n, out);
}

/// Returns a function that computes cells of a row of this stage from the row's scores in the same columns.
CellReader cellsOf(Stage stage, bool masksAfter) {
    switch (infoOf(stage).dependsOn) {
    case RulePart::None:
        return [](const ScoreTable&, const float* scores, Index, Index, Index n, float* out) {
            std::copy_n(scores, n, out);
        };
    case RulePart::Factor:
        return [](const ScoreTable& table, const float* scores, Index, Index, Index n, float* out) {
            table.scaled(scores, n, out);
        };
    case RulePart::Mask: return masksAfter ? readBy<&ScoreTable::maskedWeights> : readMasked;
    case RulePart::Normalisation: return readBy<&ScoreTable::weights>;
    case RulePart::Dropout: break;
    }
    return readBy<&ScoreTable::dropped>;
}

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

/// Returns the extent of scores times a factor; empty if that overflows somewhere.
std::optional<Extent> extentOfScores(const ScoreTable& table, float factor) {
    Extremes all;
    for (Index row = 0; row < table.rows(); ++row) {
        const kernels::RowRange& range = table.summaries().range(row);
        if (!range.finite && all.row < 0) all.row = row;
        if (range.low > range.high) continue;
        all.takeFinite(range.low * factor);
        all.takeFinite(range.high * factor);
    }
    if (all.hasOverflown()) return {};
    if (all.row < 0) return all.FiniteExtremes::extent();
    ScoreReader rows(table, all.row + 1, 0, table.cols());
    return all.extent(table.cols(), [scores = rows.row(all.row)](Index col) { return !std::isfinite(scores[col]); });
}

/// Returns the extent of the allowed scaled scores; empty if a summary does not tell it, or if it overflows.
std::optional<Extent> extentOfMasked(const ScoreTable& table) {
    if (table.rule().masksAfter) return {};
    Extremes all;
    for (Index row = 0; row < table.rows(); ++row) {
        if (table.summaries().kind(row) == RowSummaries::Kind::Masked) continue;
        const float low = table.summaries().low(row);
        if (std::isnan(low)) return {};
        all.takeFinite(low * table.factor());
        all.takeFinite(table.summaries().high(row) * table.factor());
    }
    if (all.hasOverflown()) return {};
    return all.extent(table.cols(), [](Index) { return false; });
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
        switch (rows.kind(row)) {
        case RowSummaries::Kind::Masked: break;
        case RowSummaries::Kind::AllMinusInf: all.takeFinite(0); break;
        case RowSummaries::Kind::ScoreNotFinite:
        case RowSummaries::Kind::SumZero:
        case RowSummaries::Kind::SumNotFinite:
        case RowSummaries::Kind::SumTooSmall: all.row = all.row < 0 ? row : all.row; break;
        case RowSummaries::Kind::Plain:
            if (rule.normalisation == Normalisation::Softmax) {
                all.takeFinite(rows.inverse(row));
                all.takeFinite(minWeights[static_cast<std::size_t>(row)] * rows.inverse(row));
            } else {
                all.takeFinite(sumWeight(rows.top(row) * table.factor(), rows.sum(row)));
                all.takeFinite(sumWeight(rows.bottom(row) * table.factor(), rows.sum(row)));
            }
        }
    }
    return all.extent(table.cols(), [&rule, row = all.row](Index col) { return rule.mask.allows(row, col); });
}

} // namespace

StageView viewOf(const ScoreTable& table, Stage stage) {
    StageView view;
    view.rows = table.rows();
    view.cols = table.cols();
    if (!infoOf(stage).isMasked) {
        view.factor = infoOf(stage).dependsOn == RulePart::None ? 1 : table.factor();
        view.data = table.isStreamed() ? nullptr : table.storedRow(0);
        view.ld = table.ld();
    } else {
        view.allowed = table.rule().mask.isOn() ? &table.allowed() : nullptr;
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
    return infoOf(stage).dependsOn == RulePart::Mask && table.rule().masksAfter;
}

RowReader readerOf(const ScoreTable& table, Stage stage, ScoreReader& scores, Index col, Index n) {
    const CellReader read = cellsOf(stage, table.rule().masksAfter);
    const Index first = needsWholeRows(table, stage) ? 0 : col;
    return [&table, &scores, read, first, col, n](Index row, float* out) {
        read(table, scores.row(row) + first - scores.col(), row, col, n, out);
    };
}

Extent extentOf(const ScoreTable& table, Stage stage) {
    std::optional<Extent> known;
    switch (infoOf(stage).dependsOn) {
    case RulePart::None: known = extentOfScores(table, 1); break;
    case RulePart::Factor: known = extentOfScores(table, table.factor()); break;
    case RulePart::Mask: known = extentOfMasked(table); break;
    case RulePart::Normalisation: return extentOfWeights(table);
    case RulePart::Dropout: break;
    }
    return known ? *known : extentOf(viewOf(table, stage));
}

} // namespace headlight
