#include "backend/cpu/WeightBins.h"

#include "backend/host/pooling.h"
#include "base/parallel.h"
#include "kernels/kernels.h"

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

std::size_t toSize(Index i) { return static_cast<std::size_t>(i); }

} // namespace

std::size_t WeightBins::bytes() const { return toSize(best_.size() + terms_.size()) * sizeof(float); }

bool WeightBins::canMake(const ScoreTable& table, Stage stage, const Area& area, Pooling pooling) {
    return infoOf(stage).dependsOn == RulePart::Normalisation && !area.exact() && pooling != Pooling::Mean &&
           table.rule().normalisation == Normalisation::Softmax; // no weight is negative: both poolings give the same
}

Matrix WeightBins::tile(const ScoreTable& table, const Area& area, const ScoreTable::Change& change) {
    constexpr Index kRows = 16; // rows of the tile that one thread takes at a time
    const bool wasNegated = !rows_.empty() && rows_[0].factor < 0, isNegated = table.factor() < 0;
    const bool all = bins_.empty() || change.mask || change.rows.all || change.cols.all || wasNegated != isNegated;
    if (all)
        resize(area);
    else
        for (const Index bin : binsOf(change.cols, area.col, area.cols, area.width)) takeColumn(table, area, bin);
    const double work = static_cast<double>(area.rows) * static_cast<double>(all ? 4 * area.cols : area.width);
    Matrix tile(area.height, area.width);
    inParallel(area.height, kRows, work, [&](Index begin, Index end) {
        std::vector<float> scratch(bins_.scratchSize());
        ScoreReader scores(table, area.row + kernels::binBegin(end, area.height, area.rows), area.col, area.cols);
        for (Index r = begin; r < end; ++r) {
            const Index first = kernels::binBegin(r, area.height, area.rows),
                        last = kernels::binBegin(r + 1, area.height, area.rows);
            for (Index i = first; i < last; ++i) {
                const bool isNew = all || std::ranges::binary_search(change.rows.items, area.row + i);
                takeRow(table, area, i, isNew ? scores.row(area.row + i) : nullptr, scratch.data());
            }
            kernels::largestWeights(terms_.data() + first * area.width, last - first, inverse_.data() + first,
                                    area.width, tile.data() + r * area.width);
        }
    });
    return tile;
}

void WeightBins::resize(const Area& area) {
    bins_ = kernels::Bins(area.width, area.cols);
    best_.resize(area.rows, area.width);
    terms_.resize(area.rows, area.width);
    rows_.resize(toSize(area.rows));
    inverse_.resize(toSize(area.rows));
}

PassingWeights::PassingWeights(const ScoreTable& table, const Area& area)
    : table_(table),
      part_{0, area.col, kernels::PackedMatrix::kRowsAtOnce, area.cols, 1, area.width},
      largest_(2, area.width),
      each_(area.width, area.width) {
    bins_.resize(part_);
    scratch_.resize(std::max(bins_.bins_.scratchSize(), each_.scratchSize()));
}

void PassingWeights::take(Index row, const float* scores) {
    part_.row = row - count_;
    bins_.takeRow(table_, part_, count_, scores, scratch_.data());
    if (++count_ == part_.rows) flush();
}

void PassingWeights::flush() {
    kernels::largestWeights(bins_.terms_.data(), count_, bins_.inverse_.data(), part_.width,
                            largest_.row(isFirst_ ? 0 : 1).data());
    if (!isFirst_) // no weight is negative
        kernels::largestPerBin(largest_.data(), part_.width, 2, each_, 1, scratch_.data(), largest_.data());
    isFirst_ = false;
    count_ = 0;
}

void PassingWeights::finish(float* out) {
    if (count_ > 0) flush();
    std::copy_n(largest_.data(), part_.width, out);
    isFirst_ = true;
}

void WeightBins::takeRow(const ScoreTable& table, const Area& area, Index i, const float* scores, float* scratch) {
    const Index row = area.row + i;
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

/// Returns the keys that the row may attend to, among the columns of the area.
kernels::Allowed WeightBins::allowedOf(const ScoreTable& table, const Area& area, Index row) {
    const std::uint8_t* bytes = table.allowed().bytes(row);
    const Mask::Reach reach = table.allowed().reach(row);
    return {reach.begin - area.col, reach.end - area.col, bytes ? bytes + area.col : nullptr};
}

/// Returns the term of a bin in a row whose weights are all 0 or all NaN.
float WeightBins::termOf(RowKind kind, float best) {
    const bool isNothing = kind == RowKind::Masked || kind == RowKind::AllMinusInf || std::isnan(best);
    return isNothing ? 0 : kernels::kInfinity;
}

} // namespace headlight
