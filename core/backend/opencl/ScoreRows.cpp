#include "backend/opencl/ScoreRows.h"

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

constexpr Index kKnown = sizeof(device::ScoreRow);

std::vector<cl_int> numbersOf(const std::vector<Index>& items) {
    std::vector<cl_int> numbers;
    for (const Index item : items) numbers.push_back(device::whole(item));
    return numbers;
}

} // namespace

void ScoreRows::reset(DeviceQueue& queue, Index rows, Index cols) {
    if (isThere() && rows == rows_ && cols == cols_) return;
    rows_ = rows;
    cols_ = cols;
    blocks_.clear();
    known_ = queue.makeBuffer(rows * kKnown);
    const Index ofBlock = std::max<Index>(1, static_cast<Index>(queue.blockBytes()) / (cols * device::kFloat));
    for (Index first = 0; first < rows; first += ofBlock) {
        const Index count = std::min(ofBlock, rows - first);
        blocks_.push_back({queue.makeBuffer(count * cols * device::kFloat), first, count});
    }
}

void ScoreRows::move(DeviceQueue& queue, const DeviceMove& queries, const DeviceMove& keys, bool isRuleNew,
                     const DeviceRule& rule) {
    if (!isThere()) return;
    moved_.any = true;
    if (keys.map) {
        const std::vector<Index> gone = keys.map->removed().items;
        moved_.removed = static_cast<Index>(gone.size());
        moved_.newKeys = keys.map->inserted();
        if (!isRuleNew && !rule.isSum() && !gone.empty() && 2 * moved_.removed <= keys.map->now()) {
            const DeviceList list = queue.list(numbersOf(gone));
            for (const Block& block : blocks_)
                queue.run("removeKeys", block.count, 1, block.scores, cols_, block.first, block.count, list.buffer,
                          list.first, moved_.removed, rule.rule, rule.mask, rule.reach, rule.bytes, known_);
        }
    }
    const ScoreRows before = std::exchange(*this, {});
    moved_ = before.moved_;
    reset(queue, queries.map ? queries.map->now() : before.rows_, keys.map ? keys.map->now() : before.cols_);
    for (const Block& to : blocks_)
        for (const Block& from : before.blocks_)
            queue.run("moveScores", cols_, to.count, from.scores, from.first, from.count, before.cols_, to.scores,
                      to.first, cols_, queries.from.buffer, queries.from.first, keys.from.buffer, keys.from.first);
    queue.run("moveScoreRows", rows_, 1, before.known_, known_, rows_, queries.from.buffer, queries.from.first);
}

void ScoreRows::update(DeviceQueue& queue, const DeviceMatrix& q, const DeviceMatrix& k, const DeviceMatrix& turned,
                       const IndexSet& rows, const IndexSet& keys, bool isRuleNew, const DeviceRule& rule) {
    const Moved moved = std::exchange(moved_, {});
    if (isThere() && !isRuleNew && rows.empty() && keys.empty() && !moved.any) return;
    IndexSet staleRows = rows, staleKeys = keys;
    staleRows.limitTo(q.rows());
    staleKeys.limitTo(k.rows());
    if (!isThere() || staleRows.all || staleKeys.all) {
        reset(queue, q.rows(), k.rows());
        return computeAll(queue, q, turned, rule);
    }
    const Index replaced = static_cast<Index>(staleKeys.items.size()) + moved.removed;
    const bool redoAll = isRuleNew || 2 * replaced > k.rows() || (replaced > 0 && rule.isSum());
    if (!staleKeys.empty()) replaceKeys(queue, q, k, staleKeys, moved.newKeys, redoAll, rule);
    const RowSet set = queue.rows(staleRows, q.rows());
    for (const Block& block : blocks_)
        multiply(queue, q.buffer(), turned, nullptr, block.scores, set.within(block.first, block.first + block.count),
                 false, block.first);
    queue.run("markStale", set.count, 1, known_, set.rows(), set.list.buffer);
    summarise(queue, redoAll, rule, rule.mask, known_);
}

void ScoreRows::computeAll(DeviceQueue& queue, const DeviceMatrix& q, const DeviceMatrix& turned,
                           const DeviceRule& rule) {
    const RowSet all = queue.rows(IndexSet::every(), rows_);
    for (const Block& block : blocks_)
        multiply(queue, q.buffer(), turned, nullptr, block.scores, all.within(block.first, block.first + block.count),
                 false, block.first);
    summarise(queue, true, rule, rule.mask, known_);
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
    for (const Block& block : blocks_)
        queue.run("replaceKeys", block.count, 1, q.buffer(), k.buffer(), k.cols(), block.scores, cols_, block.first,
                  block.count, list.buffer, list.first, count, redoAll, rule.rule, rule.mask, rule.reach, rule.bytes,
                  known_);
    queue.did(static_cast<double>(count) * static_cast<double>(rows_) * static_cast<double>(k.cols()));
}

void ScoreRows::summarise(DeviceQueue& queue, bool areAll, const DeviceRule& rule, const device::Mask& mask,
                          const cl::Buffer& known) const {
    for (const Block& block : blocks_)
        queue.runGroups("summarise", {block.count, 1}, {DeviceQueue::kGroup, 1}, block.scores, cols_, block.first,
                        areAll, rule.rule, mask, rule.reach, rule.bytes, known);
}

cl::Buffer ScoreRows::knownOfAllKeys(DeviceQueue& queue, const DeviceRule& rule) const {
    cl::Buffer known = queue.makeBuffer(rows_ * kKnown);
    summarise(queue, true, rule, {}, known);
    return known;
}

} // namespace headlight
