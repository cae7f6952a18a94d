#include "backend/cpu/ScoreTable.h"

#include "base/parallel.h"

#include <algorithm>
#include <limits>

namespace headlight {
namespace {

/// One by one, a fifth of the columns takes as long as all rows (few take no time either way), and more take longer.
constexpr Index kColumnsPerAll = 5, kFewColumns = 16;

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

} // namespace

void ScoreTable::drop() {
    const std::uint64_t generation = generation_;
    *this = ScoreTable();
    generation_ = generation + 1;
}

void ScoreTable::move(const RowMap* queries, const RowMap* keys, bool isRuleNew) {
    if (!isThere_) return;
    moved_.any = true;
    if (keys) {
        std::vector<Index> gone = keys->removed().items;
        std::erase_if(gone, [&](Index key) { return std::ranges::binary_search(moved_.newKeys.items, key); });
        moved_.removed += static_cast<Index>(gone.size());
        std::vector<float> before;
        if (!isRuleNew && hasTerms() && 2 * moved_.removed <= keys->now()) // as in computeChanged()
            for (const Index key : gone) summaries_.replaceKey(key, rows(), columnOf(key, before), nullptr, rule_);
        moved_.newKeys = keys->mapped(moved_.newKeys);
        moved_.newKeys.add(keys->inserted());
        moved_.firstKey = std::min(moved_.firstKey, keys->firstMoved());
    }
    store_.move(queries, keys);
    if (!queries) return;
    summaries_.move(*queries);
    queries_ = {};
}

void ScoreTable::update(const Matrix& q, const Matrix& k, const IndexSet& queries, const IndexSet& keys,
                        const ScoreRule& rule, bool isRuleNew, std::size_t head, const AllowedKeys& allowed) {
    allowed_ = &allowed;
    const bool isMaskNew = rule.mask != rule_.mask;
    rule_ = rule;
    head_ = head;
    if (isThere_ && !isRuleNew && queries.empty() && keys.empty() && !moved_.any) return;

    change_ = {queries, keys, isRuleNew, isMaskNew, moved_.any};
    change_.rows.limitTo(q.rows());
    change_.cols.limitTo(k.rows());
    if (const auto count = static_cast<Index>(change_.cols.items.size());
        count > kFewColumns && kColumnsPerAll * count > k.rows())
        change_.cols = IndexSet::every();
    keys_.resize(k.cols(), k.rows());
    if (!isThere_ || change_.rows.all || change_.cols.all) {
        keys_.packColumns(k.data(), k.cols());
        queries_ = {};
        change_.rows = change_.cols = IndexSet::every();
        store_.reset(q.rows(), k.rows());
        summaries_.resize(q.rows());
        computeAll(q);
    } else {
        packChanged(q, k);
        computeChanged(q, k);
    }
    moved_ = {};
    isThere_ = true;
    ++generation_;
}

void ScoreTable::packChanged(const Matrix& q, const Matrix& k) {
    const auto pack = [&](Index col) { keys_.packColumn(col, k.data() + col * k.cols()); };
    for (const Index col : change_.cols.items)
        if (col < moved_.firstKey) pack(col);
    for (Index col = moved_.firstKey; col < cols(); ++col) pack(col);
    if (queries_.cols() > 0)
        for (const Index row : change_.rows.items) queries_.packColumn(row, q.data() + row * q.cols());
}

void ScoreTable::computeRows(const Matrix& q, Index first, Index count) {
    keys_.multiply(q.data() + first * q.cols(), q.cols(), count, store_.row(first), store_.ld());
}

void ScoreTable::computeAll(const Matrix& q) {
    constexpr Index kBlock = kernels::PackedMatrix::kRowsAtOnce; // still in the cache when they are summarised
    const double cells = static_cast<double>(rows()) * static_cast<double>(cols());
    inParallel(rows(), kBlock, cells * static_cast<double>(q.cols() + 4), [&](Index first, Index end) {
        computeRows(q, first, end - first);
        summarise(first, end);
    });
}

void ScoreTable::summarise(Index first, Index end, bool areExtremesKnown) {
    std::vector<float> allowed;
    for (Index row = first; row < end; ++row)
        summaries_.summarise(row, store_.row(row), *allowed_, rule_, areExtremesKnown && !summaries_.isMarked(row),
                             allowed);
}

void ScoreTable::computeChanged(const Matrix& q, const Matrix& k) {
    const Index replaced = static_cast<Index>(change_.cols.items.size()) + moved_.removed;
    const bool redoAll = change_.rule || 2 * replaced > k.rows() || (replaced > 0 && !hasTerms());
    change_.rows.forEachRun(rows(), [&](Index first, Index count) {
        computeRows(q, first, count);
        for (Index row = first; row < first + count; ++row) summaries_.mark(row);
    });
    computeColumns(q, k, redoAll);
    if (redoAll) {
        const double cells = static_cast<double>(rows()) * static_cast<double>(cols());
        const bool areExtremesKnown = replaced == 0 && !change_.mask && !change_.moved;
        return inParallel(rows(), kernels::PackedMatrix::kRowsAtOnce, 4 * cells,
                          [&](Index first, Index end) { summarise(first, end, areExtremesKnown); });
    }
    for (Index row = 0; row < rows(); ++row) {
        if (summaries_.isMarked(row))
            summarise(row, row + 1);
        else if (replaced > 0) // softmax; sums are all redone
            summaries_.updateSum(row);
    }
}

const float* ScoreTable::columnOf(Index col, std::vector<float>& to) const {
    to.resize(at(rows()));
    for (Index row = 0; row < rows(); ++row) to[at(row)] = store_.row(row)[col];
    return to.data();
}

void ScoreTable::computeColumns(const Matrix& q, const Matrix& k, bool redoAll) {
    if (change_.cols.items.empty()) return;
    if (queries_.cols() == 0) {
        queries_.resize(q.cols(), q.rows());
        queries_.packColumns(q.data(), q.cols());
    }
    std::vector<float> before, after(at(rows()));
    for (const Index col : change_.cols.items) {
        queries_.multiply(k.data() + col * k.cols(), k.cols(), 1, after.data(), 0); // q k = k q, bit for bit
        const bool isNew = std::ranges::binary_search(moved_.newKeys.items, col);
        if (!redoAll) summaries_.replaceKey(col, rows(), isNew ? nullptr : columnOf(col, before), after.data(), rule_);
        for (Index row = 0; row < rows(); ++row) store_.row(row)[col] = after[at(row)];
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
    all.summaries_.summarise(0, all.store_.row(0), everywhere, rule_, false, scratch);
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
