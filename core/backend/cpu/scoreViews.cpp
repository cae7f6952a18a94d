#include "backend/cpu/scoreViews.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace headlight {
namespace {

using kernels::kInfinity;

void readMasked(const ScoreTable& table, Index row, Index col, Index n, float* out) {
    const Mask::Reach reach = table.allowed().reach(row);
    const std::uint8_t* bytes = table.allowed().bytes(row);
    table.scaled(row, col, n, out);
    for (Index i = 0; i < n; ++i)
        if (!reach.has(col + i) || (bytes && !bytes[col + i])) out[i] = -kInfinity;
}

/// What is known row by row.
struct Extremes : FiniteExtremes {
    Index row = -1; ///< the first with something that is not finite

    bool hasOverflown() const { return low == -kInfinity || high == kInfinity; }
    /// `isOdd(col)`: whether the cell of that row is the one.
    Extent extent(Index cols, auto isOdd) const {
        Extent extent = FiniteExtremes::extent();
        if (row < 0) return extent;
        extent.row = row;
        for (extent.col = 0; extent.col < cols && !isOdd(extent.col);) ++extent.col;
        return extent;
    }
};

/// Of scores times a factor. Empty if that overflows somewhere.
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
    return all.extent(table.cols(),
                      [&table, row = all.row](Index col) { return !std::isfinite(table.scores().row(row)[col]); });
}

/// Of the allowed ones. Empty if that is not known of some row.
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

/// Weights follow the order of the scores, so their extremes are the extremes' weights.
Extent extentOfWeights(const ScoreTable& table) {
    const RowSummaries& rows = table.summaries();
    const ScoreRule& rule = table.rule();
    Extremes all;
    std::vector<float> least(static_cast<std::size_t>(table.rows()));
    const auto [pre, post] = table.scale();
    for (Index row = 0; row < table.rows(); ++row)
        least[static_cast<std::size_t>(row)] = std::isnan(rows.low(row)) // a score is not finite: it weighs nothing
                                                   ? -kInfinity
                                                   : (rows.bottom(row) * pre - rows.top(row) * pre) * post;
    kernels::exponentials(least.data(), table.rows(), least.data());
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
                all.takeFinite(least[static_cast<std::size_t>(row)] * rows.inverse(row));
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
    if (stage == Stage::Scores || stage == Stage::Scaled) {
        view.data = table.scores().row(0);
        view.ld = table.scores().ld();
        view.factor = stage == Stage::Scores ? 1 : table.factor();
        return view;
    }
    view.allowed = table.rule().mask.isOn() ? &table.allowed() : nullptr;
    view.masked = maskedValue(stage, table.rule().masksAfter);
    const auto readsBy = [&](void (ScoreTable::*row)(Index, Index, Index, float*) const) {
        view.read = [&table, row](Index r, Index col, Index n, float* out) { (table.*row)(r, col, n, out); };
    };
    if (stage == Stage::Masked && !table.rule().masksAfter)
        view.read = [&table](Index row, Index col, Index n, float* out) { readMasked(table, row, col, n, out); };
    else if (stage == Stage::Masked)
        readsBy(&ScoreTable::maskedWeights);
    else if (stage == Stage::Weights)
        readsBy(&ScoreTable::weights);
    else if (stage == Stage::Dropped)
        readsBy(&ScoreTable::dropped);
    else
        throw std::logic_error(std::string("the CPU backend has no stage ") + infoOf(stage).id);
    return view;
}

Extent extentOf(const ScoreTable& table, Stage stage) {
    std::optional<Extent> known;
    if (stage == Stage::Scores) known = extentOfScores(table, 1);
    if (stage == Stage::Scaled) known = extentOfScores(table, table.factor());
    if (stage == Stage::Masked) known = extentOfMasked(table);
    if (stage == Stage::Weights) known = extentOfWeights(table);
    return known ? *known : extentOf(viewOf(table, stage));
}

} // namespace headlight
