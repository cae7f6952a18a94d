#include "backend/ScoreTable.h"

#include "kernels/kernels.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace headlight {
namespace {

constexpr Index kGroup = 8; ///< columns that are computed together

/// Rows of a matrix that is now `size` long and was `oldSize`: what changed, and what is new.
RowSet within(const RowSet& changed, Index oldSize, Index size) {
    if (changed.all) return changed;
    RowSet set;
    for (const Index row : changed.rows)
        if (row < std::min(oldSize, size)) set.rows.push_back(row);
    for (Index row = oldSize; row < size; ++row) set.rows.push_back(row);
    // Many rows one by one cost more than all of them at once.
    if (2 * static_cast<Index>(set.rows.size()) > size) return RowSet::every();
    return set;
}

} // namespace

// Padded, so that a walk down a column does not hit the same cache set at every step.
Index ScoreTable::stride(Index cols) { return (cols + 15) / 16 * 16 + 16; }

void ScoreTable::forget() {
    const std::uint64_t edition = edition_;
    *this = ScoreTable();
    edition_ = edition + 1;
}

Index ScoreTable::allowedEnd(Index row) const {
    return rule_.mask == MaskKind::Causal ? std::min(row + 1, cols_) : cols_;
}

const std::uint8_t* ScoreTable::maskRow(Index row) const {
    return rule_.mask == MaskKind::Given ? mask_.data() + row * cols_ : nullptr;
}

void ScoreTable::attend(const Matrix& q, const Matrix& k, const RowSet& queries, const RowSet& keys,
                        const WeightRule& rule) {
    const Index oldRows = rows_, oldCols = cols_;
    const bool sameRule = valid_ && rule == rule_;
    if (sameRule && queries.empty() && keys.empty() && oldRows == q.rows() && oldCols == k.rows()) return;

    change_ = {within(queries, oldRows, q.rows()), within(keys, oldCols, k.rows()), !sameRule};
    // A sentence cut at its end changes no row that stays; yet its memory must not stay.
    const bool tooRoomy = ld_ * capacity_ > 2 * stride(k.rows()) * q.rows();
    const bool all = !valid_ || change_.rows.all || change_.cols.all || tooRoomy;
    if (all) change_ = {RowSet::every(), RowSet::every(), !sameRule};
    valid_ = false; // until everything stands: an allocation may fail on the way
    reserve(q.rows(), k.rows(), !all);
    takeRule(rule);
    resizeStatistics();

    packedKeys_.resize(at(kernels::packedSize(k.cols(), cols_)));
    if (all) {
        kernels::packTransposed(k.data(), k.cols(), cols_, k.cols(), packedKeys_.data());
        computeAll(q);
    } else {
        for (const Index col : change_.cols.rows)
            kernels::packColumn(k.data() + col * k.cols(), k.cols(), col, packedKeys_.data());
        computeChanged(q, k, oldRows, oldCols, !sameRule);
    }
    valid_ = true;
    ++edition_;
}

void ScoreTable::reserve(Index rows, Index cols, bool keep) {
    if (rows > capacity_ || cols > ld_) {
        // Growing sentences grow again: a little room saves copying at every keystroke.
        const Index ld = keep ? stride(std::max(cols_, cols + cols / 16)) : stride(cols);
        const Index capacity = keep ? rows + rows / 16 : rows;
        auto data = std::make_unique_for_overwrite<float[]>(at(ld * capacity));
        if (keep)
            for (Index row = 0; row < std::min(rows_, rows); ++row)
                std::copy_n(data_.get() + row * ld_, cols_, data.get() + row * ld);
        data_ = std::move(data);
        ld_ = ld;
        capacity_ = capacity;
    } else if (ld_ * capacity_ > 2 * stride(cols) * rows) {
        assert(!keep); // attend() has seen to that
        data_.reset();
        ld_ = stride(cols);
        capacity_ = rows;
        data_ = std::make_unique_for_overwrite<float[]>(at(ld_ * capacity_));
    }
    rows_ = rows;
    cols_ = cols;
}

double ScoreTable::bytesFor(Index rows, Index cols, MaskKind mask) {
    const double scores = static_cast<double>(rows) * static_cast<double>(stride(cols)) * sizeof(float);
    return mask == MaskKind::Given ? scores + static_cast<double>(rows) * static_cast<double>(cols) : scores;
}

std::size_t ScoreTable::bytes() const { return at(ld_ * capacity_) * sizeof(float) + mask_.capacity(); }

void ScoreTable::resizeStatistics() {
    const std::size_t n = at(rows_);
    allLow_.resize(n);
    allHigh_.resize(n);
    finite_.resize(n);
    kind_.resize(n);
    low_.resize(n);
    high_.resize(n);
    top_.resize(n);
    bottom_.resize(n);
    terms_.resize(n);
    sum_.resize(n);
    inverse_.resize(n);
    redo_.assign(n, 0);
}

void ScoreTable::takeRule(const WeightRule& rule) {
    const bool sameMask = rule_.mask == rule.mask && rule_.givenMask == rule.givenMask &&
                          mask_.size() == at(rows_ * cols_);
    rule_ = rule;
    if (rule.mask != MaskKind::Given) {
        mask_ = Bytes(); // unlike clear(), this gives the memory back
    } else if (!sameMask) {
        if (mask_.size() != at(rows_ * cols_)) mask_ = Bytes();
        mask_.resize(at(rows_ * cols_));
        const float* given = rule.givenMask->data();
        std::transform(given, given + rows_ * cols_, mask_.begin(), [](float x) { return x != 0.0F; });
    }
}

void ScoreTable::computeAll(const Matrix& q) {
    constexpr Index kBlock = 32; // rows that are still in the cache when they are summarised
    for (Index first = 0; first < rows_; first += kBlock) {
        const Index count = std::min(kBlock, rows_ - first);
        kernels::multiply(q.data() + first * q.cols(), q.cols(), count, q.cols(), packedKeys_.data(), cols_,
                          data_.get() + first * ld_, ld_);
        for (Index row = first; row < first + count; ++row) summarise(row);
    }
}

void ScoreTable::computeChanged(const Matrix& q, const Matrix& k, Index oldRows, Index oldCols, bool redoAll) {
    const Index exchanged = static_cast<Index>(change_.cols.rows.size()) + std::max<Index>(0, oldCols - cols_);
    redoAll = redoAll || 2 * exchanged > cols_ || (exchanged > 0 && rule_.normalisation == Normalisation::Sum);
    computeColumns(q, k, oldRows, oldCols, redoAll);
    for (const Index row : change_.rows.rows) {
        kernels::multiplyRow(q.data() + row * q.cols(), q.cols(), packedKeys_.data(), cols_, data_.get() + row * ld_);
        redo_[at(row)] = 1;
    }
    for (Index row = 0; row < rows_; ++row) {
        if (redoAll || redo_[at(row)]) {
            summarise(row);
        } else if (exchanged > 0 && kind_[at(row)] == RowKind::Plain) { // softmax; sums are all redone
            sum_[at(row)] = std::ldexp(static_cast<double>(terms_[at(row)]), -kernels::kTermBits);
            inverse_[at(row)] = static_cast<float>(1.0 / sum_[at(row)]);
        }
    }
}

void ScoreTable::computeColumns(const Matrix& q, const Matrix& k, Index oldRows, Index oldCols, bool redoAll) {
    const Index common = std::min(oldRows, rows_), depth = k.cols();
    before_.resize(at(common));
    const auto takeBefore = [&](Index col) -> const float* {
        if (col >= oldCols) return nullptr;
        for (Index row = 0; row < common; ++row) before_[at(row)] = data_[at(row * ld_ + col)];
        return before_.data();
    };
    // Columns that are gone still stand in the memory behind the ones that stayed, and their terms in the sums.
    for (Index col = cols_; col < oldCols && !redoAll; ++col) exchangeColumn(col, common, takeBefore(col), nullptr);

    const std::vector<Index>& changed = change_.cols.rows;
    if (changed.empty()) return;
    std::vector<float> packed(at(kernels::packedSize(depth, kGroup)), 0.0F);
    scratch_.resize(at(rows_ * kGroup));
    after_.resize(at(rows_));
    for (std::size_t first = 0; first < changed.size(); first += kGroup) {
        const std::size_t count = std::min<std::size_t>(kGroup, changed.size() - first);
        for (std::size_t i = 0; i < count; ++i)
            kernels::packColumn(k.data() + changed[first + i] * depth, depth, static_cast<Index>(i), packed.data());
        kernels::multiply(q.data(), depth, rows_, depth, packed.data(), static_cast<Index>(count), scratch_.data(),
                          kGroup);
        for (std::size_t i = 0; i < count; ++i) {
            const Index col = changed[first + i];
            for (Index row = 0; row < rows_; ++row) after_[at(row)] = scratch_[at(row * kGroup) + i];
            if (!redoAll) exchangeColumn(col, common, takeBefore(col), after_.data());
            for (Index row = 0; row < rows_; ++row) data_[at(row * ld_ + col)] = after_[at(row)];
        }
    }
}

void ScoreTable::exchangeColumn(Index col, Index common, const float* before, const float* after) {
    const auto exchange = [&](Index first, Index n) {
        if (n <= 0) return;
        kernels::exchangeTerms(before ? before + first : nullptr, after ? after + first : nullptr, n, scale(),
                               top_.data() + first, low_.data() + first, high_.data() + first, terms_.data() + first,
                               redo_.data() + first);
    };
    const auto keepExtremes = [&](Index row) { // a masked cell: it has no term, but the map's range knows it
        for (const float* scores : {before, after}) {
            if (!scores) continue;
            const float x = scores[row];
            if (!finite_[at(row)] || !(allLow_[at(row)] < x && x < allHigh_[at(row)])) redo_[at(row)] = 1;
        }
    };
    switch (rule_.mask) {
    case MaskKind::None: exchange(0, common); break;
    case MaskKind::Causal:
        for (Index row = 0; row < std::min(col, common); ++row) keepExtremes(row);
        exchange(col, common - col);
        break;
    case MaskKind::Given: // the same mask as before, so the same sizes
        for (Index row = 0; row < common; ++row)
            if (maskRow(row)[col])
                exchange(row, 1);
            else
                keepExtremes(row);
        break;
    }
}

} // namespace headlight
