#include "backend/cpu/ScoreTable.h"

#include "backend/cpu/ScoreSinks.h"
#include "base/parallel.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace headlight {
namespace {

/// Computed one by one, a fifth of the columns takes as long as all rows. A few columns take no time either way.
constexpr Index kColumnsPerAll = 5, kFewColumns = 16;

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

} // namespace

void ScoreTable::drop() {
    const std::uint64_t generation = generation_;
    *this = ScoreTable();
    generation_ = generation + 1;
}

void ScoreTable::move(const RowMap* queries, const RowMap* keys, bool isRuleNew) {
    if (!isThere_ || (!queries && !keys)) return;
    // The run that was to compute a table of the size before the move has been stopped: this table is an older one.
    if ((queries && queries->before != rows()) || (keys && keys->before != cols_)) return drop();
    pending_.any = true;
    if (keys) {
        std::vector<Index> gone = keys->removed().items;
        std::erase_if(gone, [&](Index key) { return std::ranges::binary_search(pending_.newKeys.items, key); });
        pending_.removed += static_cast<Index>(gone.size());
        std::vector<float> before;
        if (!isStreamed_ && !isRuleNew && hasTerms() && 2 * pending_.removed <= keys->now()) // as in computeChanged()
            for (const Index key : gone) summaries_.replaceKey(key, rows(), columnOf(key, before), nullptr, rule_);
        pending_.newKeys = keys->mapped(pending_.newKeys);
        pending_.newKeys.add(keys->inserted());
        pending_.firstKey = std::min(pending_.firstKey, keys->firstMoved());
        cols_ = keys->now();
    }
    if (!isStreamed_) store_.move(queries, keys);
    if (!queries) return;
    summaries_.move(*queries);
    queries_ = {};
}

void ScoreTable::update(const Matrix& q, const Matrix* keysOrNone, const IndexSet& queries, const IndexSet& keys,
                        const ScoreRule& rule, bool isRuleNew, std::size_t head, const AllowedKeys& allowed,
                        bool isStreamed, Stopping::Step* stopping, ScoreSinks* sinks) {
    allowed_ = &allowed;
    q_ = &q;
    areGiven_ = !keysOrNone;
    const Matrix& k = keysOrNone ? *keysOrNone : q;
    const Index keyCount = areGiven_ ? q.cols() : k.rows();
    stopping_ = stopping;
    const bool isMaskNew = rule.mask != rule_.mask;
    rule_ = rule;
    head_ = head;
    const bool isAllNew = !isThere_ || !isWhole_ || isStreamed != isStreamed_ || (isStreamed && pending_.any);
    if (!isAllNew && !isRuleNew && queries.empty() && keys.empty() && !pending_.any) return;

    sinks_ = sinks;
    change_ = {queries, keys, isRuleNew, isMaskNew, pending_.any};
    change_.rows.limitTo(q.rows());
    change_.cols.limitTo(keyCount);
    if (const auto count = static_cast<Index>(change_.cols.items.size());
        count > kFewColumns && (isStreamed || kColumnsPerAll * count > keyCount))
        change_.cols = IndexSet::every();
    if (!areGiven_) keys_.resize(k.cols(), k.rows());
    isThere_ = true;
    isWhole_ = false;
    if (isAllNew || change_.rows.all || change_.cols.all) {
        if (!areGiven_) keys_.packColumns(k.data(), k.cols());
        queries_ = {};
        change_.rows = change_.cols = IndexSet::every();
        isStreamed_ = isStreamed;
        cols_ = keyCount;
        if (isStreamed)
            store_ = {};
        else
            store_.reset(q.rows(), keyCount);
        summaries_.resize(q.rows());
        summariseAll(true, false);
    } else {
        if (!isStreamed && !areGiven_) packChanged(k);
        computeChanged(k);
    }
    sinks_ = nullptr;
    pending_ = {};
    isWhole_ = true;
    ++generation_;
}

void ScoreTable::packChanged(const Matrix& k) {
    const auto pack = [&](Index col) { keys_.packColumn(col, k.data() + col * k.cols()); };
    for (const Index col : change_.cols.items)
        if (col < pending_.firstKey) pack(col);
    for (Index col = pending_.firstKey; col < cols(); ++col) pack(col);
    if (queries_.cols() > 0)
        for (const Index row : change_.rows.items) queries_.packColumn(row, q_->data() + row * q_->cols());
}

/// Asks whether to go on, and counts rows as done that are computed next.
void ScoreTable::begin(Index count) const {
    check();
    if (stopping_) stopping_->take(static_cast<double>(count) / static_cast<double>(rows()));
}

void ScoreTable::computeRows(Index row, Index count, Index first, Index end, float* out, Index ldo) const {
    begin(count);
    if (areGiven_) return copyRows(row, count, first, std::min(end, cols()), out, ldo);
    keys_.multiplyColumns(first, end, q_->data() + row * q_->cols(), q_->cols(), count, out, ldo);
}

void ScoreTable::copyRows(Index row, Index count, Index first, Index end, float* out, Index ldo) const {
    for (Index i = 0; i < count; ++i) std::copy_n(&(*q_)(row + i, first), end - first, out + i * ldo);
}

void ScoreTable::computeStored(Index first, Index count) {
    if (areGiven_) return copyRows(first, count, 0, cols(), store_.row(first), store_.ld());
    keys_.multiply(q_->data() + first * q_->cols(), q_->cols(), count, store_.row(first), store_.ld());
}

/// Summarises all rows; computes stored ones before, if `areNew`.
void ScoreTable::summariseAll(bool areNew, bool areExtremesKnown) {
    const auto each = [&](Index row, const float* scores, std::vector<float>& allowed) {
        summariseRow(row, scores, areExtremesKnown, allowed);
    };
    if (isStreamed_ && sinks_) return sinks_->tell(*this, each);
    const Index ofCell = areNew || isStreamed_ ? q_->cols() + 4 : 4;
    const double work = static_cast<double>(rows()) * static_cast<double>(cols() * ofCell);
    constexpr Index kBlock = kernels::PackedMatrix::kRowsAtOnce; // still in the cache when they are summarised
    inParallel(rows(), kBlock, work, [&](Index first, Index end) {
        if (areNew && !isStreamed_) {
            begin(end - first); // not for stored scores: after a stop all of them would be computed again
            computeStored(first, end - first);
        }
        summarise(first, end, areExtremesKnown);
    });
}

void ScoreTable::summarise(Index first, Index end, bool areExtremesKnown) {
    std::vector<float> allowed;
    ScoreReader scores(*this, end, 0, cols());
    for (Index row = first; row < end; ++row) summariseRow(row, scores.row(row), areExtremesKnown, allowed);
}

void ScoreTable::summariseRow(Index row, const float* scores, bool areExtremesKnown, std::vector<float>& allowed) {
    summaries_.summarise(row, scores, *allowed_, rule_, areExtremesKnown && !summaries_.isMarked(row), allowed);
}

void ScoreTable::computeChanged(const Matrix& k) {
    const Index replaced = static_cast<Index>(change_.cols.items.size()) + pending_.removed;
    const bool redoAll = change_.rule || 2 * replaced > k.rows() || (replaced > 0 && !hasTerms());
    change_.rows.forEachRun(rows(), [&](Index first, Index count) {
        if (!isStreamed_) computeStored(first, count);
        for (Index row = first; row < first + count; ++row) summaries_.mark(row);
    });
    computeColumns(k, redoAll);
    if (redoAll) return summariseAll(false, replaced == 0 && !change_.mask && !change_.moved);
    for (Index row = 0; row < rows(); ++row) {
        if (summaries_.isMarked(row))
            summarise(row, row + 1);
        else if (replaced > 0) // only for softmax: otherwise redoAll is true
            summaries_.updateSum(row);
    }
}

const float* ScoreTable::columnOf(Index col, std::vector<float>& to) const {
    ScoreReader scores(*this, rows(), col, 1);
    to.resize(at(rows()));
    for (Index row = 0; row < rows(); ++row) to[at(row)] = *scores.row(row);
    return to.data();
}

/// Computes changed columns and replaces their terms. The former scores of a streamed table are computed from the
/// former key, which is wrong in rows whose query has changed, too; but these rows are marked.
void ScoreTable::computeColumns(const Matrix& k, bool redoAll) {
    if (change_.cols.items.empty()) return;
    if (!isStreamed_ && queries_.cols() == 0) {
        queries_.resize(q_->cols(), q_->rows());
        queries_.packColumns(q_->data(), q_->cols());
    }
    std::vector<float> before, after(at(rows()));
    for (const Index col : change_.cols.items) {
        const float* key = k.data() + col * k.cols();
        const bool isNew = std::ranges::binary_search(pending_.newKeys.items, col);
        if (!redoAll && !isNew) columnOf(col, before);
        if (isStreamed_) {
            keys_.packColumn(col, key);
            if (!redoAll) columnOf(col, after);
        } else {
            queries_.multiply(key, k.cols(), 1, after.data(), 0); // q k = k q, bit for bit
            for (Index row = 0; row < rows(); ++row) store_.row(row)[col] = after[at(row)];
        }
        if (!redoAll) summaries_.replaceKey(col, rows(), isNew ? nullptr : before.data(), after.data(), rule_);
    }
}

void ScoreTable::cells(Stage stage, const float* scores, Index row, Index col, Index n, float* out) const {
    switch (infoOf(stage).dependsOn) {
    case RulePart::None: std::copy_n(scores, n, out); break;
    case RulePart::Factor:
    case RulePart::Mask:
        if (infoOf(stage).isMasked && rule_.masksAfter) return maskedWeights(scores, row, col, n, out);
        std::transform(scores, scores + n, out, [factor = factor()](float x) { return x * factor; });
        if (infoOf(stage).isMasked) setMasked(row, col, n, -kernels::kInfinity, out);
        break;
    case RulePart::Normalisation:
        return stage == Stage::Rest ? rest(scores, row, col, n, out) : weights(scores, row, col, n, out);
    case RulePart::Dropout: return dropped(scores, row, col, n, out);
    }
}

/// Gives masked cells this value.
void ScoreTable::setMasked(Index row, Index col, Index n, float value, float* out) const {
    const auto [reach, bytes] = allowed_->keysOf(row);
    for (Index i = 0; i < n; ++i)
        if (!reach.has(col + i) || (bytes && !bytes[col + i])) out[i] = value;
}

void ScoreTable::dropped(const float* scores, Index row, Index col, Index n, float* out) const {
    weights(scores, row, col, n, out);
    if (!rule_.dropout) return;
    const auto factor = static_cast<float>(rule_.dropout->factor);
    for (Index i = 0; i < n; ++i) out[i] = isDropped(row, col + i) ? 0.0F : out[i] * factor;
}

/// Computes a softmax over all keys, but 0 for masked ones: the mask comes after it. `scores`: of the whole row.
void ScoreTable::maskedWeights(const float* scores, Index row, Index col, Index n, float* out) const {
    ScoreTable all; // a table of this row alone, with nothing masked
    AllowedKeys everywhere;
    everywhere.take({}, 1, cols());
    all.rule_ = rule_;
    all.allowed_ = &everywhere;
    std::vector<float> scratch;
    all.summaries_.resize(1);
    all.summaries_.summarise(0, scores, everywhere, rule_, false, scratch);
    all.weights(scores + col, 0, col, n, out);
    setMasked(row, col, n, 0, out);
}

/// Computes the weights without the first key, divided by their sum. `scores`: of the whole row.
void ScoreTable::rest(const float* scores, Index row, Index col, Index n, float* out) const {
    if (n == 0) return;
    std::vector<float> all(at(cols()));
    weights(scores, row, 0, cols(), all.data());
    all[0] = 0;
    const double sum = std::accumulate(all.begin(), all.end(), 0.0);
    for (Index i = 0; i < n; ++i) out[i] = sum == 0 ? 0 : sumWeight(all[at(col + i)], sum);
    if (std::isnan(sum)) setMasked(row, col, n, 0, out);
    if (col == 0) out[0] = 0;
}

void ScoreTable::weights(const float* scores, Index row, Index col, Index n, float* out) const {
    const Mask::Reach reach = allowed_->reach(row);
    const Index begin = std::clamp<Index>(reach.begin - col, 0, n), end = std::clamp<Index>(reach.end - col, begin, n);
    std::fill(out, out + begin, 0.0F);
    std::fill(out + end, out + n, 0.0F);
    const RowKind kind = summaries_.kind(row);
    if (kind != RowKind::Plain)
        std::fill(out + begin, out + end, isNaN(kind) ? kernels::kNaN : 0.0F);
    else if (rule_.normalisation == Normalisation::Softmax)
        kernels::softmaxWeights(scores + begin, end - begin, scale(row), summaries_.top(row), summaries_.inverse(row),
                                out + begin);
    else
        for (Index i = begin; i < end; ++i) out[i] = sumWeight(scores[i] * factor(), summaries_.sum(row));
    if (const std::uint8_t* bytes = allowed_->bytes(row))
        for (Index i = begin; i < end; ++i)
            if (!bytes[col + i]) out[i] = 0;
}

} // namespace headlight
