#include "engine/Difference.h"

#include "backend/host/TileRows.h"
#include "base/parallel.h"
#include "engine/ComparedCells.h"
#include "engine/answers.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace headlight {
namespace {

constexpr Index kNumbersOfStrip = 1 << 20; ///< numbers of each of the two layers
constexpr Index kRowsAtOnce = 16;          ///< rows that one thread takes at a time

/// A stage of one layer minus that of another one, read in strips of rows: each strip is reduced before the next one.
class Difference {
public:
    /// `tile` [area.height, area.width] is to be filled; null: there is none.
    Difference(const MapDemand& map, LayerState& layer, LayerState& before, int headBefore, const ComparedCells& cells,
               const Area& area, Matrix* tile)
        : map_(map), headBefore_(headBefore), layer_(layer), before_(before), cells_(cells) {
        view_.rows = cells.rows();
        view_.cols = cells.cols();
        if (map.pooling != Pooling::LargestMagnitude && !cells.areAll()) view_.allowed = unowned(cells_);
        const auto read = [this, area](Index row, float* out) { std::copy_n(rowOf(row) + area.col, area.cols, out); };
        if (tile) tile_.emplace(view_, area, area.exact(), map.pooling, read, *tile);
    }

    Result<Ran> run(Backend& backend, const Watch& watch, Extent& extent) {
        for (Index next = 0; next < cells_.rows(); next = end_) {
            if (!shouldContinue(watch, static_cast<double>(next) / static_cast<double>(cells_.rows())))
                return Ran::Stopped;
            first_ = next;
            if (auto ran = readStrip(backend); !ran || *ran == Ran::Stopped) return ran;
            subtractStrip();
            for (Index row = first_; row < end_; ++row)
                extent_.take(row, {rowOf(row), static_cast<std::size_t>(cells_.cols())},
                             cells_.areAll() ? nullptr : &cells_);
            if (tile_) tile_->take(first_, end_);
        }
        extent = extent_.extent();
        return Ran::Done;
    }

private:
    float* rowOf(Index row) { return strip_.values.data() + (row - first_) * cells_.cols(); }

    /// Reads a strip of at most kNumbersOfStrip of each layer. In `before`, rows in between that are gone count, too.
    Result<Ran> readStrip(Backend& backend) {
        const auto maxRows = [](Index cols) { return std::max<Index>(1, kNumbersOfStrip / std::max<Index>(1, cols)); };
        const Index last = std::min(cells_.rows(), first_ + maxRows(cells_.cols()));
        Index was = 0, wasEnd = 0;
        for (end_ = first_; end_ < last; ++end_) {
            const Index from = cells_.rowBefore(end_);
            if (from < 0) continue;
            if (wasEnd == 0) was = from;
            if (from >= was + maxRows(cells_.colsBefore())) break;
            wasEnd = from + 1;
        }
        firstBefore_ = was;
        strip_ = stripBefore_ = {};
        const std::array reads{readOf(map_.head, first_, end_), readOf(headBefore_, was, wasEnd)};
        auto ran = ask(layer_, reads[0], strip_);
        if (ran && *ran == Ran::Done) ran = ask(before_, reads[1], stripBefore_);
        return ran && *ran == Ran::Done ? backend.finish({}) : ran;
    }
    Read readOf(int head, Index first, Index end) const {
        return {Read::What::Rows, map_.stage, head, {first, 0, end - first, 0, 0, 0}, {}};
    }
    static Result<Ran> ask(LayerState& layer, const Read& read, Answer& answer) {
        const auto& [first, col, count, cols, height, width] = read.area;
        if (count == 0) return Ran::Done;
        const FrozenMatrix& host = layer.host(read.stage);
        if (!host) return layer.read({&read, 1}, {&answer, 1});
        answer.values = host->middleRows(first, count);
        return Ran::Done;
    }

    void subtractStrip() {
        inParallel(end_ - first_, kRowsAtOnce, 4.0 * static_cast<double>(strip_.values.size()),
                   [&](Index begin, Index end) {
                       std::vector<float> less(static_cast<std::size_t>(cells_.cols()));
                       const ComparedCells cells = cells_;
                       for (Index i = begin; i < end; ++i) subtract(first_ + i, less.data(), cells);
                   });
    }
    /// Subtracts a row; numbers that are not compared become 0.
    void subtract(Index row, float* less, const ComparedCells& cells) {
        float* values = rowOf(row);
        const Index cols = cells.cols(), was = cells.rowBefore(row);
        if (was < 0) {
            std::fill_n(values, cols, 0.0F);
            return;
        }
        const float* before = stripBefore_.values.data() + (was - firstBefore_) * cells.colsBefore();
        for (const auto& [from, to, count] : cells.runs()) std::copy_n(before + from, count, less + to);
        for (Index col = 0; col < cols; ++col) // two equal infinities differ by 0
            values[col] = values[col] == less[col] ? 0.0F : values[col] - less[col];
        if (const std::uint8_t* counts = cells.keysOf(row).bytes)
            for (Index col = 0; col < cols; ++col) values[col] = counts[col] ? values[col] : 0.0F;
    }

    MapDemand map_;
    int headBefore_;
    LayerState &layer_, &before_;
    const ComparedCells& cells_;
    StageView view_;
    Answer strip_, stripBefore_; ///< rows from first_ on, which become the difference, and those of `before`
    Index first_ = 0, end_ = 0, firstBefore_ = 0;
    ExtentRows extent_;
    std::optional<TileRows> tile_;
};

} // namespace

Result<Ran> differenceTile(const MapDemand& map, Backend& backend, LayerState& layer, LayerState& before,
                           int headBefore, const Frozen<RowMap>& rows, const Frozen<RowMap>& cols, const Watch& watch,
                           Tile& tile) {
    const ComparedCells cells(infoOf(map.stage), layer, before, rows, cols);
    std::vector<Read> reads;
    addReads(map, cells.rows(), cells.cols(), reads);
    std::vector<Answer> answers(reads.size());
    const bool hasTile = reads.size() > 1;
    const Area area = hasTile ? reads[1].area : Area();
    if (hasTile) answers[1].values.resize(area.height, area.width);
    if (!reads.empty()) {
        Difference difference(map, layer, before, headBefore, cells, area, hasTile ? &answers[1].values : nullptr);
        const auto ran = difference.run(backend, watch, answers[0].extent);
        if (!ran || *ran == Ran::Stopped) return ran;
    }
    tile = tileFrom(map, cells.rows(), cells.cols(), layer.allowed(), answers);
    if (cells.areAsBefore() || !hasTile) return Ran::Done;
    tile.masked = maskedIn(area, cells);
    return Ran::Done;
}

} // namespace headlight
