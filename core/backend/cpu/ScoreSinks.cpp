#include "backend/cpu/ScoreSinks.h"

#include "backend/cpu/scoreViews.h"
#include "base/parallel.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace headlight {
namespace {

constexpr Index kCellsAtOnce = 1 << 14;                ///< of a table; they stay in the cache for all sinks
constexpr Index kTileRows = 16, kStreamedTileRows = 4; ///< rows of the tiles that one thread takes at a time

bool haveSameRows(const Area& a, const Area& b) { return a.row == b.row && a.rows == b.rows && a.height == b.height; }

std::unique_ptr<RowSink> sinkOf(const ScoreTable& table, const TileRead& read, const StageView& view,
                                ScoreReader& scores) {
    const auto& [stage, area, pooling, to, bins] = read;
    if (WeightBins::canMake(table, stage, area, pooling))
        return std::make_unique<WeightRows>(table, area, scores, bins.get(), *to);
    RowReader cells = view.data ? view.reader(area.row + area.rows, area.col, area.cols)
                                : readerOf(table, stage, scores, area.col, area.cols);
    return std::make_unique<TileRows>(view, area, area.exact(), pooling, std::move(cells), *to);
}

} // namespace

void ScoreSinks::tell(const ScoreTable& table, const EachRow& each) {
    const auto found = std::ranges::find(tiles, table.rows(), [](const TileRead& read) { return read.area.rows; });
    if (found != tiles.end()) return pass(table, Area(found->area), each);
    constexpr Index kBlock = kernels::PackedMatrix::kRowsAtOnce;
    pass(table, {0, 0, table.rows(), table.cols(), (table.rows() + kBlock - 1) / kBlock, 1}, each);
}

void ScoreSinks::make(const ScoreTable& table) {
    while (!tiles.empty()) pass(table, Area(tiles.front().area), {});
}

/// Makes the tiles of these rows, and the context if these are all.
void ScoreSinks::pass(const ScoreTable& table, const Area& rows, const EachRow& each) {
    const auto others = std::partition(tiles.begin(), tiles.end(),
                                       [&](const TileRead& read) { return haveSameRows(read.area, rows); });
    const std::vector<TileRead> reads(std::make_move_iterator(tiles.begin()), std::make_move_iterator(others));
    tiles.erase(tiles.begin(), others);
    const auto made = rows.rows == table.rows() ? std::exchange(context, std::nullopt) : std::nullopt;
    std::vector<StageView> views;
    Index first = rows.col, end = rows.col + rows.cols;
    bool isWhole = each || made;
    Index work = each || made ? 4 * rows.cols : 0; // for each row
    for (const auto& [stage, area, pooling, to, bins] : reads) {
        to->resize(area.height, area.width);
        views.push_back(viewOf(table, stage));
        first = std::min(first, area.col);
        end = std::max(end, area.col + area.cols);
        isWhole = isWhole || needsWholeRows(table, stage);
        work += bins && !bins->areAllNew() ? area.width : 4 * area.cols;
    }
    if (isWhole) first = 0, end = table.cols();
    const double workOfAll = static_cast<double>(rows.rows) * static_cast<double>(work);
    inParallel(rows.height, table.isStreamed() ? kStreamedTileRows : kTileRows, workOfAll, [&](Index from, Index to) {
        table.check();
        const Index last = rowsOfBin(rows, to - 1).end;
        ScoreReader scores(table, last, first, end - first);
        std::vector<std::unique_ptr<RowSink>> sinks;
        for (std::size_t i = 0; i < reads.size(); ++i) sinks.push_back(sinkOf(table, reads[i], views[i], scores));
        if (made) sinks.push_back(std::make_unique<ContextRows>(table, scores, made->values, made->to, last));
        std::vector<float> scratch;
        const Index atOnce = std::max<Index>(1, kCellsAtOnce / std::max<Index>(1, end - first));
        for (Index row = rowsOfBin(rows, from).begin, next; row < last; row = next) {
            next = std::min({last, scores.endOfBlock(row), row + atOnce});
            for (Index i = row; each && i < next; ++i) each(i, scores.row(i), scratch);
            for (const auto& sink : sinks) sink->take(row, next);
        }
    });
}

} // namespace headlight
