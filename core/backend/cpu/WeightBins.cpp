#include "backend/cpu/WeightBins.h"

#include "backend/host/pooling.h"
#include "kernels/kernels.h"

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

constexpr Index kFewRows = kernels::PackedMatrix::kRowsAtOnce;

std::size_t toSize(Index i) { return static_cast<std::size_t>(i); }

/// Returns the keys that the row may attend to, among the columns of the area.
kernels::Allowed allowedOf(const ScoreTable& table, const Area& area, Index row) {
    const auto [reach, bytes] = table.allowed().keysOf(row);
    return {reach.begin - area.col, reach.end - area.col, bytes ? bytes + area.col : nullptr};
}

/// Returns the term of a bin in a row whose weights are all 0 or all NaN.
float termOf(RowKind kind, float best) {
    const bool isNothing = kind == RowKind::Masked || kind == RowKind::AllMinusInf || std::isnan(best);
    return isNothing ? 0 : kernels::kInfinity;
}

} // namespace

std::size_t WeightBins::bytes() const { return toSize(best_.size() + terms_.size()) * sizeof(float); }

bool WeightBins::canMake(const ScoreTable& table, Stage stage, const Area& area, Pooling pooling) {
    return stage == Stage::Weights && !area.exact() && pooling != Pooling::Mean &&
           table.rule().normalisation == Normalisation::Softmax; // no weight is negative: both poolings give the same
}

void WeightBins::follow(const ScoreTable& table, const Area& area, const ScoreTable::Change& change) {
    const bool wasNegated = !rows_.empty() && rows_[0].factor < 0, isNegated = table.factor() < 0;
    const bool all = bins_.empty() || change.mask || change.rows.all || change.cols.all || wasNegated != isNegated;
    newRows_ = all ? IndexSet::every() : change.rows;
    if (all) return resize(area, area.rows);
    for (const Index bin : binsOf(change.cols, area.col, area.cols, area.width)) takeColumn(table, area, bin);
}

void WeightBins::resize(const Area& area, Index rows) {
    bins_ = kernels::Bins(area.width, area.cols);
    best_.resize(rows, area.width);
    terms_.resize(rows, area.width);
    rows_.resize(toSize(rows));
    inverse_.resize(toSize(rows));
}

WeightRows::WeightRows(const ScoreTable& table, const Area& area, ScoreReader& scores, WeightBins* kept, Matrix& tile)
    : TileSink(area, tile), table_(table), scores_(scores), bins_(kept ? *kept : few_) {
    if (!kept) few_.resize(area, kFewRows);
    scratch_.resize(bins_.bins_.scratchSize());
}

void WeightRows::takeOfBin(Index first, Index end) {
    for (Index row = first; row < end; ++row) takeRow(row);
}

void WeightRows::takeRow(Index row) {
    const bool isKept = &bins_ != &few_;
    const bool isNew = !isKept || bins_.newRows_.all || std::ranges::binary_search(bins_.newRows_.items, row);
    const Index before = row - rows_.begin, place = isKept ? row - area_.row : before % kFewRows;
    const float* scores = isNew ? scores_.row(row) + area_.col - scores_.col() : nullptr;
    bins_.takeRow(table_, area_, row, place, scores, scratch_.data());
    if (!isLast(row) && (isKept || place + 1 < kFewRows)) return;
    const Index count = isKept ? before + 1 : place + 1, first = place + 1 - count;
    takeLargest(before < count, [&](float* to) { // no weight is negative
        kernels::largestWeights(bins_.terms_.data() + first * area_.width, count, bins_.inverse_.data() + first,
                                area_.width, to);
    });
}

void WeightBins::takeRow(const ScoreTable& table, const Area& area, Index row, Index i, const float* scores,
                         float* scratch) {
    const RowSummaries& rows = table.summaries();
    const Row now{rows.kind(row), rows.top(row), table.factor()};
    inverse_[toSize(i)] = now.kind == RowKind::Plain ? rows.inverse(row) : 1;
    const bool isNegated = table.factor() < 0;
    if (scores)
        kernels::binExtremes(scores, bins_, allowedOf(table, area, row), isNegated, scratch, best_.row(i).data());
    if (!scores && now == rows_[toSize(i)]) return;
    rows_[toSize(i)] = now;
    float *best = best_.data() + i * area.width, *terms = terms_.data() + i * area.width;
    if (now.kind == RowKind::Plain)
        kernels::exponentialsOfBins(best, area.width, table.scale(row), &now.top, false, terms);
    else
        for (Index bin = 0; bin < area.width; ++bin) terms[bin] = termOf(now.kind, best[bin]);
}

/// Brings a bin of all rows up to date, except that takeRow() redoes rows whose kind, top or factor has changed.
void WeightBins::takeColumn(const ScoreTable& table, const Area& area, Index bin) {
    const bool isNegated = table.factor() < 0;
    std::vector<float> column(toSize(area.rows));
    for (Index i = 0; i < area.rows; ++i) {
        const Index row = area.row + i;
        column[toSize(i)] = best_(i, bin) = kernels::binExtreme(table.storedRow(row) + area.col, bins_, bin,
                                                                allowedOf(table, area, row), isNegated);
    }
    std::vector<float> terms(column.size());
    kernels::exponentialsOfBins(column.data(), area.rows, table.scale(), table.summaries().tops() + area.row, true,
                                terms.data());
    for (Index i = 0; i < area.rows; ++i) {
        const RowKind kind = rows_[toSize(i)].kind;
        terms_(i, bin) = kind == RowKind::Plain ? terms[toSize(i)] : termOf(kind, column[toSize(i)]);
    }
}

} // namespace headlight
