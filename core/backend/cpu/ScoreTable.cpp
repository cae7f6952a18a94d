#include "backend/cpu/ScoreTable.h"

#include <algorithm>
#include <limits>

namespace headlight {
namespace {

constexpr Index kGroup = 8; ///< columns that are computed together

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

} // namespace

void ScoreTable::drop() {
    const std::uint64_t generation = generation_;
    *this = ScoreTable();
    generation_ = generation + 1;
}

void ScoreTable::move(const RowMap* queries, const RowMap* keys, bool isRuleNew, Scratch& scratch) {
    if (!isThere_) return;
    moved_.any = true;
    if (keys) {
        std::vector<Index> gone = keys->removed().items;
        std::erase_if(gone, [&](Index key) { return std::ranges::binary_search(moved_.newKeys.items, key); });
        moved_.removed += static_cast<Index>(gone.size());
        if (!isRuleNew && hasTerms() && 2 * moved_.removed <= keys->now()) // as in computeChanged()
            for (const Index key : gone)
                summaries_.replaceKey(key, rows(), columnOf(key, scratch.before), nullptr, rule_);
        moved_.newKeys = keys->mapped(moved_.newKeys);
        moved_.newKeys.add(keys->inserted());
        moved_.firstKey = std::min(moved_.firstKey, keys->firstMoved());
    }
    store_.move(queries, keys);
    if (queries) summaries_.move(*queries);
}

void ScoreTable::update(const Matrix& q, const Matrix& k, const IndexSet& queries, const IndexSet& keys,
                        const ScoreRule& rule, bool isRuleNew, std::size_t head, const AllowedKeys& allowed,
                        Scratch& scratch) {
    allowed_ = &allowed;
    rule_ = rule;
    head_ = head;
    if (isThere_ && !isRuleNew && queries.empty() && keys.empty() && !moved_.any) return;

    change_ = {queries, keys, isRuleNew, moved_.any};
    change_.rows.limitTo(q.rows());
    change_.cols.limitTo(k.rows());
    packedKeys_.resize(at(kernels::packedSize(k.cols(), k.rows())));
    if (!isThere_ || change_.rows.all || change_.cols.all) {
        kernels::packTransposed(k.data(), k.cols(), k.rows(), k.cols(), packedKeys_.data());
        change_.rows = change_.cols = IndexSet::every();
        store_.reset(q.rows(), k.rows());
        summaries_.resize(q.rows());
        computeAll(q, scratch);
    } else {
        packChanged(k);
        computeChanged(q, k, scratch);
    }
    moved_ = {};
    isThere_ = true;
    ++generation_;
}

void ScoreTable::packChanged(const Matrix& k) {
    const auto pack = [&](Index col) {
        kernels::packColumn(k.data() + col * k.cols(), k.cols(), col, packedKeys_.data());
    };
    for (const Index col : change_.cols.items)
        if (col < moved_.firstKey) pack(col);
    for (Index col = moved_.firstKey; col < cols(); ++col) pack(col);
}

void ScoreTable::computeRows(const Matrix& q, Index first, Index count) {
    const float* from = q.data() + first * q.cols();
    if (count == 1)
        kernels::multiplyRow(from, q.cols(), packedKeys_.data(), cols(), store_.row(first));
    else
        kernels::multiply(from, q.cols(), count, q.cols(), packedKeys_.data(), cols(), store_.row(first), store_.ld());
}

void ScoreTable::computeAll(const Matrix& q, Scratch& scratch) {
    constexpr Index kBlock = 32; // rows that are still in the cache when they are summarised
    for (Index first = 0; first < rows(); first += kBlock) {
        const Index count = std::min(kBlock, rows() - first);
        computeRows(q, first, count);
        for (Index row = first; row < first + count; ++row)
            summaries_.summarise(row, store_.row(row), *allowed_, rule_, scratch.row);
    }
}

void ScoreTable::computeChanged(const Matrix& q, const Matrix& k, Scratch& scratch) {
    const Index replaced = static_cast<Index>(change_.cols.items.size()) + moved_.removed;
    const bool redoAll = change_.rule || 2 * replaced > k.rows() || (replaced > 0 && !hasTerms());
    change_.rows.forEachRun(rows(), [&](Index first, Index count) {
        computeRows(q, first, count);
        for (Index row = first; row < first + count; ++row) summaries_.mark(row);
    });
    computeColumns(q, k, redoAll, scratch);
    for (Index row = 0; row < rows(); ++row) {
        if (redoAll || summaries_.isMarked(row))
            summaries_.summarise(row, store_.row(row), *allowed_, rule_, scratch.row);
        else if (replaced > 0) // softmax; sums are all redone
            summaries_.updateSum(row);
    }
}

const float* ScoreTable::columnOf(Index col, std::vector<float>& to) const {
    to.resize(at(rows()));
    for (Index row = 0; row < rows(); ++row) to[at(row)] = store_.row(row)[col];
    return to.data();
}

void ScoreTable::computeColumns(const Matrix& q, const Matrix& k, bool redoAll, Scratch& scratch) {
    const Index depth = k.cols();
    const std::vector<Index>& changed = change_.cols.items;
    if (changed.empty()) return;
    scratch.packed.assign(at(kernels::packedSize(depth, kGroup)), 0.0F);
    scratch.product.resize(at(rows() * kGroup));
    scratch.after.resize(at(rows()));
    for (std::size_t first = 0; first < changed.size(); first += kGroup) {
        const std::size_t count = std::min<std::size_t>(kGroup, changed.size() - first);
        for (std::size_t i = 0; i < count; ++i)
            kernels::packColumn(k.data() + changed[first + i] * depth, depth, static_cast<Index>(i),
                                scratch.packed.data());
        kernels::multiply(q.data(), depth, rows(), depth, scratch.packed.data(), static_cast<Index>(count),
                          scratch.product.data(), kGroup);
        for (std::size_t i = 0; i < count; ++i) {
            const Index col = changed[first + i];
            for (Index row = 0; row < rows(); ++row) scratch.after[at(row)] = scratch.product[at(row * kGroup) + i];
            const bool isNew = std::ranges::binary_search(moved_.newKeys.items, col);
            if (!redoAll)
                summaries_.replaceKey(col, rows(), isNew ? nullptr : columnOf(col, scratch.before),
                                      scratch.after.data(), rule_);
            for (Index row = 0; row < rows(); ++row) store_.row(row)[col] = scratch.after[at(row)];
        }
    }
}

void ScoreTable::scaled(Index row, Index col, Index n, float* out) const {
    const float* scores = store_.row(row) + col;
    const float factor = this->factor();
    for (Index i = 0; i < n; ++i) out[i] = scores[i] * factor;
}

void ScoreTable::dropped(Index row, Index col, Index n, float* out) const {
    weights(row, col, n, out);
    if (!rule_.dropout) return;
    const auto factor = static_cast<float>(rule_.dropout->factor);
    for (Index i = 0; i < n; ++i) out[i] = isDropped(row, col + i) ? 0.0F : out[i] * factor;
}

void ScoreTable::maskedWeights(Index row, Index col, Index n, float* out) const {
    ScoreTable all; // of this row alone, with nothing masked
    AllowedKeys everywhere;
    everywhere.take({}, 1, cols());
    all.rule_ = rule_;
    all.allowed_ = &everywhere;
    all.store_.reset(1, cols());
    std::copy_n(store_.row(row), cols(), all.store_.row(0));
    std::vector<float> scratch;
    all.summaries_.resize(1);
    all.summaries_.summarise(0, all.store_.row(0), everywhere, rule_, scratch);
    all.weights(0, col, n, out);
    const Mask::Reach reach = allowed_->reach(row);
    const std::uint8_t* bytes = allowed_->bytes(row);
    for (Index i = 0; i < n; ++i)
        if (!reach.has(col + i) || (bytes && !bytes[col + i])) out[i] = 0;
}

void ScoreTable::weights(Index row, Index col, Index n, float* out) const {
    const Mask::Reach reach = allowed_->reach(row);
    const Index begin = std::clamp<Index>(reach.begin - col, 0, n), end = std::clamp<Index>(reach.end - col, begin, n);
    const float* scores = store_.row(row) + col;
    std::fill(out, out + begin, 0.0F);
    std::fill(out + end, out + n, 0.0F);
    switch (summaries_.kind(row)) {
    case RowSummaries::Kind::Masked:
    case RowSummaries::Kind::AllMinusInf: std::fill(out + begin, out + end, 0.0F); return;
    case RowSummaries::Kind::ScoreNotFinite:
    case RowSummaries::Kind::SumZero:
    case RowSummaries::Kind::SumNotFinite:
    case RowSummaries::Kind::SumTooSmall:
        std::fill(out + begin, out + end, std::numeric_limits<float>::quiet_NaN());
        break;
    case RowSummaries::Kind::Plain:
        if (rule_.normalisation == Normalisation::Softmax)
            kernels::softmaxWeights(scores + begin, end - begin, scale(row), summaries_.top(row),
                                    summaries_.inverse(row), out + begin);
        else
            for (Index i = begin; i < end; ++i) out[i] = sumWeight(scores[i] * factor(), summaries_.sum(row));
    }
    if (const std::uint8_t* bytes = allowed_->bytes(row))
        for (Index i = begin; i < end; ++i)
            if (!bytes[col + i]) out[i] = 0;
}

} // namespace headlight
