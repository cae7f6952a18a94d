#include "backend/cpu/StreamedTiles.h"

#include "backend/cpu/ScoreReader.h"
#include "backend/cpu/WeightBins.h"
#include "backend/cpu/scoreViews.h"
#include "backend/host/TileRows.h"
#include "base/parallel.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace headlight {
namespace {

constexpr Index kTileRows = 4; ///< rows of the tiles that one thread takes at a time

bool haveSameRows(const Area& a, const Area& b) { return a.row == b.row && a.rows == b.rows && a.height == b.height; }

/// Makes rows of one tile, on one thread.
struct Maker {
    std::function<void(Index row)> take;
    std::function<void(float* out)> finish;
};

Maker makerOf(const ScoreTable& table, const TileRead& read, const StageView& view, ScoreReader& scores) {
    const Area& area = read.area;
    if (WeightBins::canMake(table, read.stage, area, read.pooling)) {
        const auto rows = std::make_shared<PassingWeights>(table, area);
        return {[rows, &scores, col = area.col](Index row) { rows->take(row, scores.row(row) + col - scores.col()); },
                [rows](float* out) { rows->finish(out); }};
    }
    const auto rows = std::make_shared<TileRows>(view, area, read.pooling,
                                                 readerOf(table, read.stage, scores, area.col, area.cols), *read.to);
    return {[rows](Index row) { rows->take(row); }, [](float*) {}};
}

} // namespace

void StreamedTiles::tell(const ScoreTable& table, const EachRow& each) {
    const auto found = std::ranges::find_if(left_,
                                            [&](const TileRead& read) { return read.area.rows == table.rows(); });
    if (found != left_.end()) return makeThose(table, Area(found->area), each);
    constexpr Index kRows = kernels::PackedMatrix::kRowsAtOnce;
    makeThose(table, {0, 0, table.rows(), table.cols(), (table.rows() + kRows - 1) / kRows, 1}, each);
}

void StreamedTiles::make(const ScoreTable& table) {
    while (!left_.empty()) makeThose(table, Area(left_.front().area), {});
}

void StreamedTiles::makeThose(const ScoreTable& table, const Area& area, const EachRow& each) {
    const auto others = std::stable_partition(left_.begin(), left_.end(),
                                              [&](const TileRead& read) { return haveSameRows(read.area, area); });
    const std::vector<TileRead> reads(left_.begin(), others);
    left_.erase(left_.begin(), others);
    const auto context = area.rows == table.rows() ? std::exchange(context_, std::nullopt) : std::nullopt;
    std::vector<StageView> views;
    Index first = area.col, end = area.col + area.cols;
    bool isWhole = each || context;
    for (const TileRead& read : reads) {
        read.to->resize(read.area.height, read.area.width);
        views.push_back(viewOf(table, read.stage));
        first = std::min(first, read.area.col);
        end = std::max(end, read.area.col + read.area.cols);
        isWhole = isWhole || needsWholeRows(table, read.stage);
    }
    if (isWhole) first = 0, end = table.cols();
    const double work = 4.0 * static_cast<double>(area.rows) * static_cast<double>(end - first);
    inParallel(area.height, kTileRows, work, [&](Index from, Index to) {
        ScoreReader scores(table, rowsOfBin(area, to - 1).end, first, end - first);
        std::vector<Maker> makers;
        for (std::size_t i = 0; i < reads.size(); ++i) makers.push_back(makerOf(table, reads[i], views[i], scores));
        std::optional<ContextRows> contexts;
        if (context) contexts.emplace(table, context->values, context->to);
        std::vector<float> scratch;
        for (Index r = from; r < to; ++r) {
            const TileSpan rows = rowsOfBin(area, r);
            for (Index row = rows.begin; row < rows.end; ++row) {
                if (each) each(row, scores.row(row), scratch);
                for (const Maker& maker : makers) maker.take(row);
                if (contexts) contexts->take(row, scores.row(row));
            }
            for (std::size_t i = 0; i < reads.size(); ++i)
                makers[i].finish(reads[i].to->data() + r * reads[i].area.width);
        }
        if (contexts) contexts->finish();
    });
}

} // namespace headlight
