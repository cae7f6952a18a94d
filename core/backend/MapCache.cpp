#include "backend/MapCache.h"

#include "kernels/kernels.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headlight {
namespace {

using kernels::binBegin;

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

/// Of two scaled scores the one whose weight in this row is the larger by size; of +w and -w that of +w.
float largerWeight(const ScoreTable& table, Index row, float low, float high) {
    const float ofLow = table.sumWeight(low, row), ofHigh = table.sumWeight(high, row);
    if (std::abs(ofLow) == std::abs(ofHigh)) return ofLow > ofHigh ? low : high;
    return std::abs(ofLow) > std::abs(ofHigh) ? low : high;
}

/// The score (under `sum`, the scaled score) with the largest weight of each column bin [first, last) of one row; NaN
/// where all is masked.
void bestOfRow(const ScoreTable& table, const Reduction& red, Index row, Index first, Index last, float* out) {
    const std::uint8_t* mask = table.maskRow(row) ? table.maskRow(row) + red.col : nullptr;
    const float* scores = table.row(row) + red.col;
    const Index allowed = table.allowedEnd(row) - red.col;
    if (table.rule().normalisation == Normalisation::Softmax) {
        kernels::binExtreme(scores, red.cols, red.width, allowed, mask, table.rule().factor < 0, first, last, out);
        return;
    }
    // Divided by the row's sum, whose sign is either, the largest by size is one of the extremes. Which of the two is
    // asked of the weights themselves: scores that differ by a digit may have the same.
    std::vector<float> low(static_cast<std::size_t>(red.width));
    kernels::binExtremes(scores, red.cols, red.width, allowed, mask, table.rule().factor, first, last, low.data(), out);
    if (table.kind(row) != ScoreTable::RowKind::Plain) return;
    for (Index bin = first; bin < last; ++bin)
        if (!std::isnan(out[bin])) out[bin] = largerWeight(table, row, low[static_cast<std::size_t>(bin)], out[bin]);
}

void updateBest(const ScoreTable& table, const Reduction& red, const ScoreTable::Change& change, Matrix& best) {
    if (change.rule || change.rows.all || change.cols.all || best.rows() != red.rows || best.cols() != red.width) {
        best.resize(red.rows, red.width);
        for (Index r = 0; r < red.rows; ++r)
            bestOfRow(table, red, red.row + r, 0, red.width, best.data() + r * red.width);
        return;
    }
    for (const Index row : change.rows.rows)
        if (row >= red.row && row < red.row + red.rows)
            bestOfRow(table, red, row, 0, red.width, best.data() + (row - red.row) * red.width);
    for (const Index bin : binsOf(change.cols, red.col, red.cols, red.width))
        for (Index r = 0; r < red.rows; ++r)
            bestOfRow(table, red, red.row + r, bin, bin + 1, best.data() + r * red.width);
}

/// Takes the weights of one row's best scores into a tile row.
void takeRow(const ScoreTable& table, Index row, const float* best, Index width, float* out, std::uint8_t* broken) {
    switch (table.kind(row)) {
    case ScoreTable::RowKind::Masked: return;
    case ScoreTable::RowKind::Flat:
        for (Index c = 0; c < width; ++c)
            if (!std::isnan(best[c])) out[c] = std::max(out[c], 0.0F);
        return;
    case ScoreTable::RowKind::Broken:
        for (Index c = 0; c < width; ++c)
            if (!std::isnan(best[c])) broken[c] = 1;
        return;
    case ScoreTable::RowKind::Plain: break;
    }
    if (table.rule().normalisation == Normalisation::Softmax) {
        kernels::weighBins(best, width, table.scale(), table.top(row), table.inverse(row), kMaskedCell, out);
        return;
    }
    for (Index c = 0; c < width; ++c) {
        if (std::isnan(best[c])) continue;
        const float weight = table.sumWeight(best[c], row);
        const bool wins = std::abs(weight) > std::abs(out[c]) || (weight == -out[c] && weight > 0);
        if (out[c] == kMaskedCell || wins) out[c] = weight;
    }
}

} // namespace

MapCache::Kept& MapCache::kept(const ScoreTable& table, Stage stage, const Reduction& reduction,
                               ScoreTable::Change& change) {
    // Whatever was not brought up to date at the last change cannot be by this one.
    std::erase_if(kept_, [&](const Kept& k) { return k.edition + 1 < table.edition(); });
    auto found = std::find_if(kept_.begin(), kept_.end(),
                              [&](const Kept& k) { return k.stage == stage && k.reduction == reduction; });
    if (found == kept_.end()) {
        makeRoom(stage);
        kept_.push_back({stage, reduction, 0, {}});
        change = {RowSet::every(), RowSet::every(), true};
    } else {
        change = found->edition == table.edition() ? ScoreTable::Change{{}, {}, false} : table.lastChange();
        // One key more, less or other, and each row has another sum, perhaps of the other sign.
        const bool sums = stage == Stage::Weights && table.rule().normalisation == Normalisation::Sum;
        if (sums && found->edition != table.edition()) change = {RowSet::every(), RowSet::every(), true};
        std::rotate(found, std::next(found), kept_.end()); // the one asked for last stands last
    }
    kept_.back().edition = table.edition();
    return kept_.back();
}

void MapCache::makeRoom(Stage stage) {
    const auto ofStage = [&](const Kept& k) { return k.stage == stage; };
    if (std::count_if(kept_.begin(), kept_.end(), ofStage) >= kMostPerStage)
        kept_.erase(std::find_if(kept_.begin(), kept_.end(), ofStage));
}

std::size_t MapCache::bytes() const {
    Index values = 0;
    for (const Kept& k : kept_) values += k.values.size();
    return static_cast<std::size_t>(values) * sizeof(float);
}

Matrix MapCache::ofScores(const ScoreTable& table, Stage stage, const Reduction& reduction) {
    const MatrixView view = stage == Stage::Scores ? table.scores() : table.scaled();
    Matrix tile;
    if (reduction.exact()) {
        reduceAll(view, reduction, tile);
        return tile;
    }
    ScoreTable::Change change;
    Kept& kept = this->kept(table, stage, reduction, change);
    if (change.rule && stage == Stage::Scaled) change.rows = RowSet::every();
    reduceChanged(view, reduction, change.rows, change.cols, kept.values);
    return kept.values;
}

Matrix MapCache::weights(const ScoreTable& table, const Reduction& red) {
    Matrix tile(red.height, red.width);
    if (red.exact()) {
        for (Index r = 0; r < red.height; ++r)
            table.weights(red.row + r, red.col, red.cols, kMaskedCell, tile.data() + r * red.width);
        return tile;
    }
    const Matrix* best = nullptr;
    if (red.width < red.cols) {
        ScoreTable::Change change;
        Kept& kept = this->kept(table, Stage::Weights, red, change);
        updateBest(table, red, change, kept.values);
        best = &kept.values;
    }
    std::vector<float> ofRow(static_cast<std::size_t>(red.width));
    std::vector<std::uint8_t> broken(static_cast<std::size_t>(red.width));
    for (Index r = 0; r < red.height; ++r) {
        float* out = tile.data() + r * red.width;
        std::fill_n(out, red.width, kMaskedCell);
        std::fill(broken.begin(), broken.end(), std::uint8_t{0});
        for (Index i = binBegin(r, red.height, red.rows); i < binBegin(r + 1, red.height, red.rows); ++i) {
            if (!best) bestOfRow(table, red, red.row + i, 0, red.width, ofRow.data());
            takeRow(table, red.row + i, best ? best->data() + i * red.width : ofRow.data(), red.width, out,
                    broken.data());
        }
        for (Index c = 0; c < red.width; ++c)
            if (broken[static_cast<std::size_t>(c)]) out[c] = kNaN;
    }
    return tile;
}

} // namespace headlight
