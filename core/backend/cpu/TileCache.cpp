#include "backend/cpu/TileCache.h"

#include "base/parallel.h"
#include "kernels/kernels.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headlight {
namespace {

using kernels::binBegin;

constexpr Index kRows = 16; ///< that one thread takes at a time

double workOf(const Area& area) { return 4.0 * static_cast<double>(area.rows) * static_cast<double>(area.width); }

/// The score with the largest weight of each column bin [first, last) of one row; NaN where all is masked.
void bestOfRow(const ScoreTable& table, const Area& area, Index row, Index first, Index last,
               std::vector<float>& scratch, float* out) {
    scratch.resize(static_cast<std::size_t>(area.cols));
    const std::uint8_t* bytes = table.allowed().bytes(row);
    const Mask::Reach reach = table.allowed().reach(row);
    kernels::binExtreme(table.scores().row(row) + area.col, area.cols, area.width, reach.begin - area.col,
                        reach.end - area.col, bytes ? bytes + area.col : nullptr, table.factor() < 0, first, last,
                        scratch.data(), out);
}

void updateBest(const ScoreTable& table, const Area& area, const ScoreTable::Change& change, Matrix& best) {
    if (change.rule || change.rows.all || change.cols.all || best.rows() != area.rows || best.cols() != area.width) {
        best.resize(area.rows, area.width);
        return inParallel(area.rows, kRows, workOf(area), [&](Index first, Index end) {
            std::vector<float> scratch;
            for (Index r = first; r < end; ++r)
                bestOfRow(table, area, area.row + r, 0, area.width, scratch, best.data() + r * area.width);
        });
    }
    std::vector<float> scratch;
    for (const Index row : change.rows.items)
        if (row >= area.row && row < area.row + area.rows)
            bestOfRow(table, area, row, 0, area.width, scratch, best.data() + (row - area.row) * area.width);
    for (const Index bin : binsOf(change.cols, area.col, area.cols, area.width))
        for (Index r = 0; r < area.rows; ++r)
            bestOfRow(table, area, area.row + r, bin, bin + 1, scratch, best.data() + r * area.width);
}

/// Takes the weights of one row's best scores into a row of the tile, which holds 0 where there are none yet.
void takeRow(const ScoreTable& table, Index row, const float* best, Index width, float* out, std::uint8_t* broken) {
    const RowSummaries& rows = table.summaries();
    switch (rows.kind(row)) {
    case RowSummaries::Kind::Masked:
    case RowSummaries::Kind::AllMinusInf: return;
    case RowSummaries::Kind::ScoreNotFinite:
    case RowSummaries::Kind::SumZero:
    case RowSummaries::Kind::SumNotFinite:
    case RowSummaries::Kind::SumTooSmall:
        for (Index c = 0; c < width; ++c)
            if (!std::isnan(best[c])) broken[c] = 1;
        return;
    case RowSummaries::Kind::Plain: break;
    }
    kernels::weighBins(best, width, table.scale(row), rows.top(row), rows.inverse(row), out);
}

} // namespace

TileCache::Kept& TileCache::kept(const ScoreTable& table, Stage stage, const Area& area, Pooling pooling,
                                 ScoreTable::Change& change) {
    // Whatever was not brought up to date at the last change cannot be by this one.
    std::erase_if(kept_, [&](const Kept& k) { return k.generation + 1 < table.generation(); });
    auto found = std::find_if(kept_.begin(), kept_.end(), [&](const Kept& k) {
        return k.stage == stage && k.area == area && k.pooling == pooling;
    });
    if (found == kept_.end()) {
        makeRoom(stage);
        kept_.push_back({stage, area, pooling, 0, {}});
        change = {IndexSet::every(), IndexSet::every(), true};
    } else {
        change = found->generation == table.generation() ? ScoreTable::Change{{}, {}, false} : table.lastChange();
        if (change.moved) change.rows = change.cols = IndexSet::every();
        std::rotate(found, std::next(found), kept_.end()); // the one asked for last stands last
    }
    kept_.back().generation = table.generation();
    return kept_.back();
}

void TileCache::makeRoom(Stage stage) {
    const auto ofStage = [&](const Kept& k) { return k.stage == stage; };
    if (std::count_if(kept_.begin(), kept_.end(), ofStage) >= kMaxPerStage)
        kept_.erase(std::find_if(kept_.begin(), kept_.end(), ofStage));
}

std::size_t TileCache::bytes() const {
    Index values = 0;
    for (const Kept& k : kept_) values += k.values.size();
    return static_cast<std::size_t>(values) * sizeof(float);
}

Matrix TileCache::tile(const ScoreTable& table, Stage stage, const Area& area, Pooling pooling) {
    Matrix fresh;
    if (stage == Stage::Weights && !area.exact() && pooling != Pooling::Mean &&
        table.rule().normalisation == Normalisation::Softmax)
        return softmaxWeights(table, area); // none is negative: the largest is the largest by size
    const bool isOfRows = infoOf(stage).dependsOn >=
                          (table.rule().masksAfter ? RulePart::Mask : RulePart::Normalisation);
    if (isOfRows || area.exact()) { // one score changes all of its row
        poolAll(viewOf(table, stage), area, pooling, fresh);
        return fresh;
    }
    ScoreTable::Change change;
    Kept& kept = this->kept(table, stage, area, pooling, change);
    if (change.rule && stage != Stage::Scores) change.rows = IndexSet::every();
    poolChanged(viewOf(table, stage), area, pooling, change.rows, change.cols, kept.values);
    return kept.values;
}

Matrix TileCache::softmaxWeights(const ScoreTable& table, const Area& area) {
    const Matrix* best = nullptr;
    if (area.width < area.cols) {
        ScoreTable::Change change;
        Kept& kept = this->kept(table, Stage::Weights, area, Pooling::Maximum, change);
        updateBest(table, area, change, kept.values);
        best = &kept.values;
    }
    Matrix tile = Matrix::Zero(area.height, area.width);
    inParallel(area.height, kRows, workOf(area), [&](Index first, Index end) {
        std::vector<float> scratch, ofRow(static_cast<std::size_t>(area.width));
        std::vector<std::uint8_t> broken(static_cast<std::size_t>(area.width));
        for (Index r = first; r < end; ++r) {
            float* out = tile.data() + r * area.width;
            std::fill(broken.begin(), broken.end(), std::uint8_t{0});
            for (Index i = binBegin(r, area.height, area.rows); i < binBegin(r + 1, area.height, area.rows); ++i) {
                if (!best) bestOfRow(table, area, area.row + i, 0, area.width, scratch, ofRow.data());
                takeRow(table, area.row + i, best ? best->data() + i * area.width : ofRow.data(), area.width, out,
                        broken.data());
            }
            for (Index c = 0; c < area.width; ++c)
                if (broken[static_cast<std::size_t>(c)]) out[c] = std::numeric_limits<float>::quiet_NaN();
        }
    });
    return tile;
}

} // namespace headlight
