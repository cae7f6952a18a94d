#include "backend/opencl/ScoreRows.h"

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

constexpr Index kKnown = sizeof(device::ScoreRow);
constexpr std::size_t kMaxKeys = 64; ///< computing more costs more than computing all, where products are fast

std::vector<cl_int> numbersOf(const std::vector<Index>& items) {
    std::vector<cl_int> numbers;
    for (const Index item : items) numbers.push_back(device::whole(item));
    return numbers;
}

/// Summarises each row, or (not `areAll`) each stale row; the stale ones are among `rows`.
void summarise(DeviceQueue& queue, bool areAll, const RowSet& rows, const DeviceCells& cells) {
    cells.forEachBlock(queue, rows, [&](const DeviceBlock& block) {
        queue.runLanes("summarise", block.count, cells.of(block), areAll);
    });
}

} // namespace

DeviceCells ScoreRows::cells(const DeviceRule& rule) const {
    return {.rows = rows_,
            .cols = cols_,
            .blocks = blocks_,
            .queries = q_,
            .keysTransposed = keysTransposed_,
            .how = {.rule = rule.rule, .mask = rule.mask, .hasKnown = 1},
            .bytes = rule.bytes,
            .dropped = rule.none,
            .known = known_};
}

void ScoreRows::reset(DeviceQueue& queue, Index rows, Index cols) {
    if (isThere() && rows == rows_ && cols == cols_ && blocks_.empty() == streams_) return;
    rows_ = rows;
    cols_ = cols;
    blocks_.clear();
    known_ = queue.makeBuffer(rows * kKnown);
    if (streams_) return;
    const Index ofBlock = std::max<Index>(1, static_cast<Index>(queue.blockBytes()) /
                                                 (std::max<Index>(1, cols) * device::kFloat));
    for (Index first = 0; first < rows; first += ofBlock) {
        const Index count = std::min(ofBlock, rows - first);
        blocks_.push_back({queue.makeBuffer(count * cols * device::kFloat), first, count});
    }
}

void ScoreRows::move(DeviceQueue& queue, const DeviceMove& queries, const DeviceMove& keys, bool isRuleNew,
                     const DeviceRule& rule) {
    if (!isThere()) return;
    // The run that was to compute rows of the size before the move has been stopped: these rows are older ones.
    if ((queries.map && queries.map->before != rows_) || (keys.map && keys.map->before != cols_)) return drop();
    pending_.any = true;
    if (streams_) return;
    if (keys.map) {
        const std::vector<Index> gone = keys.map->removed().items;
        pending_.removed = static_cast<Index>(gone.size());
        pending_.newKeys = keys.map->inserted();
        if (!isRuleNew && !rule.isSum() && !gone.empty() && 2 * pending_.removed <= keys.map->now()) {
            const DeviceList list = queue.list(numbersOf(gone));
            for (const DeviceBlock& block : blocks_)
                queue.run("removeKeys", block.count, 1, cells(rule).of(block), list, pending_.removed);
        }
    }
    ScoreRows before = std::exchange(*this, {});
    pending_ = before.pending_;
    reset(queue, queries.map ? queries.map->now() : before.rows_, keys.map ? keys.map->now() : before.cols_);
    for (const DeviceBlock& to : blocks_)
        for (const DeviceBlock& from : before.blocks_)
            queue.run("moveScores", (cols_ + 3) / 4, to.count, from.values, from.first, from.count, before.cols_,
                      to.values, to.first, cols_, queries.from, keys.from);
    queue.run("moveScoreRows", rows_, 1, before.known_, known_, rows_, queries.from);
    for (DeviceBlock& block : before.blocks_) queue.giveBack(std::move(block.values));
    queue.giveBack(std::move(before.known_));
}

void ScoreRows::update(DeviceQueue& queue, const DeviceMatrix& q, const DeviceMatrix& k,
                       const DeviceMatrix& keysTransposed, const HeadUpdate& todo, const DeviceRule& rule) {
    const PendingMove moved = std::exchange(pending_, {});
    IndexSet staleRows = todo.rows[Stage::Scores], staleKeys = todo.columns;
    const bool isAllStale = !isThere() || !isWhole_ || streams_ != todo.streams;
    streams_ = todo.streams;
    q_ = streams_ ? &q : nullptr;
    keysTransposed_ = streams_ ? &keysTransposed : nullptr;
    if (!isAllStale && !todo.isRuleNew && staleRows.empty() && staleKeys.empty() && !moved.any) return;
    staleRows.limitTo(q.rows());
    staleKeys.limitTo(k.rows());
    const bool areMany = queue.hasTiles() && staleKeys.items.size() > kMaxKeys,
               areUnknown = streams_ && (moved.any || !staleKeys.empty()); // no term can be replaced in the sums
    if (isAllStale || staleRows.all || staleKeys.all || areMany || areUnknown) {
        reset(queue, q.rows(), k.rows());
        staleRows = IndexSet::every();
        staleKeys = {};
    }
    const Index replaced = static_cast<Index>(staleKeys.items.size()) + moved.removed;
    const bool redoAll = staleRows.all || todo.isRuleNew || 2 * replaced > k.rows() || (replaced > 0 && rule.isSum());
    if (!staleKeys.empty()) replaceKeys(queue, q, k, staleKeys, moved.newKeys, redoAll, rule);
    const RowSet set = queue.rows(staleRows, q.rows());
    for (const DeviceBlock& block : blocks_)
        multiply(queue, q.buffer(), keysTransposed, nullptr, block.values,
                 set.within(block.first, block.first + block.count), block.first);
    if (!redoAll) queue.run("markStale", set.count, 1, known_, set);
    isWhole_ = false;
    summarise(queue, redoAll, streams_ && !redoAll ? set : RowSet{0, rows_}, cells(rule));
    isWhole_ = true;
}

void ScoreRows::replaceKeys(DeviceQueue& queue, const DeviceMatrix& q, const DeviceMatrix& k, const IndexSet& keys,
                            const IndexSet& newKeys, bool redoAll, const DeviceRule& rule) {
    std::vector<cl_int> numbers;
    for (const Index key : keys.items) {
        const bool isNew = std::ranges::binary_search(newKeys.items, key);
        numbers.push_back(device::whole(isNew ? -1 - key : key));
    }
    const auto count = static_cast<Index>(numbers.size());
    const DeviceList list = queue.list(std::move(numbers));
    for (const DeviceBlock& block : blocks_)
        queue.run("replaceKeys", block.count, 1, cells(rule).of(block), q.buffer(), k.buffer(), k.cols(), list, count,
                  redoAll);
    queue.did(static_cast<double>(count) * static_cast<double>(rows_) * static_cast<double>(k.cols()));
}

cl::Buffer ScoreRows::knownUnder(const device::Mask& mask, DeviceQueue& queue, const DeviceRule& rule) const {
    DeviceCells masked = cells(rule);
    masked.how.mask = mask;
    masked.known = queue.makeBuffer(rows_ * kKnown);
    summarise(queue, true, {0, rows_}, masked);
    return masked.known;
}

} // namespace headlight
