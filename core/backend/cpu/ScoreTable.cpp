#include "backend/cpu/ScoreTable.h"

#include <algorithm>
#include <limits>

namespace headlight {
namespace {

constexpr Index kGroup = 8; ///< columns that are computed together

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

/// Many one by one cost more than all of them at once.
IndexSet limited(const IndexSet& changed, Index size) {
    return 2 * static_cast<Index>(changed.items.size()) > size ? IndexSet::every() : changed;
}

/// Whether the cells that stay are masked as they were. True of a causal mask where queries and keys move as one: who
/// stood before whom still does.
bool keepsMask(const Mask& mask, const Relocation* queries, const Relocation* keys) {
    const bool isOnlyCausal = mask.causal && mask.window == 0 && mask.hidden.empty() && !mask.given;
    return !mask.isOn() || (isOnlyCausal && queries && keys && *queries == *keys);
}

} // namespace

void ScoreTable::forget() {
    const std::uint64_t edition = edition_;
    *this = ScoreTable();
    edition_ = edition + 1;
}

void ScoreTable::relocate(const Relocation* queries, const Relocation* keys, Scratch& scratch) {
    if (!valid_) return;
    moved_ = {true, !keepsMask(rule_.mask, queries, keys), {}, 0, cols()};
    if (keys) {
        moved_.newKeys = keys->arrived();
        moved_.firstKey = keys->firstMoved();
        const std::vector<Index> gone = keys->gone().items;
        moved_.exchanged = static_cast<Index>(gone.size());
        const bool redoAll = moved_.isRuleOther || !hasExchange() ||
                             2 * moved_.exchanged > keys->now;    // as in computeChanged()
        for (std::size_t i = 0; i < gone.size() && !redoAll; ++i) // their terms leave the sums
            summaries_.exchange(gone[i], rows(), columnOf(gone[i], scratch.before), nullptr, rule_);
    }
    store_.relocate(queries, keys);
    if (queries) summaries_.relocate(*queries);
}

void ScoreTable::attend(const Matrix& q, const Matrix& k, const IndexSet& queries, const IndexSet& keys,
                        const ScoreRule& rule, std::size_t head, const AllowedKeys& allowed, Scratch& scratch) {
    const bool sameRule = valid_ && rule == rule_ && !moved_.isRuleOther && (!rule.dropout || head == head_);
    const bool sameSize = valid_ && rows() == q.rows() && cols() == k.rows();
    allowed_ = &allowed;
    if (sameRule && sameSize && queries.empty() && keys.empty() && !moved_.any) return;

    change_ = {limited(queries, q.rows()), limited(keys, k.rows()), !sameRule, moved_.any};
    const bool all = !sameSize || change_.rows.all || change_.cols.all;
    valid_ = false; // until everything stands: an allocation may fail on the way
    rule_ = rule;
    head_ = head;
    packedKeys_.resize(at(kernels::packedSize(k.cols(), k.rows())));
    if (all) {
        kernels::packTransposed(k.data(), k.cols(), k.rows(), k.cols(), packedKeys_.data());
        change_ = {IndexSet::every(), IndexSet::every(), !sameRule, moved_.any};
        store_.reset(q.rows(), k.rows());
        summaries_.resize(q.rows());
        computeAll(q, scratch);
    } else {
        packChanged(k);
        computeChanged(q, k, !sameRule, scratch);
    }
    moved_ = {};
    valid_ = true;
    ++edition_;
}

void ScoreTable::packChanged(const Matrix& k) {
    const auto pack = [&](Index col) {
        kernels::packColumn(k.data() + col * k.cols(), k.cols(), col, packedKeys_.data());
    };
    for (const Index col : change_.cols.items)
        if (!moved_.any || col < moved_.firstKey) pack(col);
    for (Index col = moved_.any ? moved_.firstKey : cols(); col < cols(); ++col) pack(col);
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

void ScoreTable::computeChanged(const Matrix& q, const Matrix& k, bool redoAll, Scratch& scratch) {
    const Index exchanged = static_cast<Index>(change_.cols.items.size()) + moved_.exchanged;
    redoAll = redoAll || 2 * exchanged > k.rows() || (exchanged > 0 && !hasExchange());
    change_.rows.forEachRun(rows(), [&](Index first, Index count) {
        computeRows(q, first, count);
        for (Index row = first; row < first + count; ++row) summaries_.mark(row);
    });
    computeColumns(q, k, redoAll, scratch);
    for (Index row = 0; row < rows(); ++row) {
        if (redoAll || summaries_.isMarked(row))
            summaries_.summarise(row, store_.row(row), *allowed_, rule_, scratch.row);
        else if (exchanged > 0) // softmax; sums are all redone
            summaries_.settle(row);
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
                summaries_.exchange(col, rows(), isNew ? nullptr : columnOf(col, scratch.before), scratch.after.data(),
                                    rule_);
            for (Index row = 0; row < rows(); ++row) store_.row(row)[col] = scratch.after[at(row)];
        }
    }
}

void ScoreTable::scaled(Index row, Index col, Index n, float* out) const {
    const float* scores = store_.row(row) + col;
    for (Index i = 0; i < n; ++i) out[i] = scores[i] * rule_.factor;
}

void ScoreTable::dropped(Index row, Index col, Index n, float* out) const {
    weights(row, col, n, out);
    if (!rule_.dropout) return;
    const auto factor = static_cast<float>(rule_.dropout->factor);
    for (Index i = 0; i < n; ++i) out[i] = isDropped(row, col + i) ? 0.0F : out[i] * factor;
}

void ScoreTable::maskedWeights(Index row, Index col, Index n, float* out) const {
    if (isNaN(summaries_.kind(row)) || summaries_.kind(row) == RowSummaries::Kind::Masked)
        return weights(row, col, n, out);
    kernels::softmaxWeights(store_.row(row) + col, n, scale(), summaries_.allTop(row), summaries_.allInverse(row), out);
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
    case RowSummaries::Kind::AllMinusInf:
    case RowSummaries::Kind::Lost: std::fill(out + begin, out + end, 0.0F); return;
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
            for (Index i = begin; i < end; ++i) out[i] = sumWeight(scores[i] * rule_.factor, summaries_.sum(row));
    }
    if (const std::uint8_t* bytes = allowed_->bytes(row))
        for (Index i = begin; i < end; ++i)
            if (!bytes[col + i]) out[i] = 0;
}

} // namespace headlight
