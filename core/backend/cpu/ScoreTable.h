#pragma once

#include "backend/cpu/AllowedKeys.h"
#include "backend/cpu/RowSummaries.h"
#include "backend/cpu/ScoreStore.h"

#include <cstdint>
#include <vector>

namespace headlight {

/// Memory for intermediate rows, one for each thread.
struct Scratch {
    std::vector<float> packed, product, before, after, row;
    std::vector<std::uint8_t> bytes;
};

/// The scores of one head and what is known of each row. Weights are not kept: see RowSummaries. After an edit only the
/// touched rows and columns are computed again.
class ScoreTable {
public:
    /// What is known goes along with its query and its key (null: they stay), before an attend() that names the new
    /// ones as changed.
    void relocate(const Relocation* queries, const Relocation* keys, Scratch& scratch);
    /// `allowed` must be that of the rule's mask and of these sizes, and outlive the readers' calls.
    /// `head`: its index, for which dropout has drawn.
    void attend(const Matrix& q, const Matrix& k, const IndexSet& queries, const IndexSet& keys, const ScoreRule& rule,
                std::size_t head, const AllowedKeys& allowed, Scratch& scratch);
    void forget();

    Index rows() const { return store_.rows(); }
    Index cols() const { return store_.cols(); }
    double bytes() const { return store_.bytes(); }
    const ScoreStore& scores() const { return store_; }
    const RowSummaries& summaries() const { return summaries_; }
    const ScoreRule& rule() const { return rule_; }
    const AllowedKeys& allowed() const { return *allowed_; }
    kernels::ExpScale scale() const { return kernels::expScaleOf(rule_.factor); }
    /// Of a row that has weights.
    kernels::ExpScale scale(Index row) const {
        return kernels::expScaleOf(rule_.factor, summaries_.low(row), summaries_.high(row));
    }

    // The cells [col, col + n) of a row.
    void scaled(Index row, Index col, Index n, float* out) const;
    void weights(Index row, Index col, Index n, float* out) const; ///< masked ones are 0
    /// Those that dropout leaves; the weights themselves without it.
    void dropped(Index row, Index col, Index n, float* out) const;
    bool isDropped(Index row, Index col) const { return rule_.dropout && rule_.dropout->dropped[head_](row, col); }
    /// Mode after: those of the softmax over all keys, 0 where hidden.
    void maskedWeights(Index row, Index col, Index n, float* out) const;

    /// Counts the calls of attend() that changed something, and says what the last one changed.
    struct Change {
        IndexSet rows, cols;
        bool rule = true;   ///< or what it means for somebody
        bool moved = false; ///< rows or columns stand in other places
    };
    std::uint64_t edition() const { return edition_; }
    const Change& lastChange() const { return change_; }

private:
    /// Whether a column's terms can be exchanged in the sums of the rows.
    bool hasExchange() const { return rule_.normalisation == Normalisation::Softmax && !rule_.masksAfter; }
    void packChanged(const Matrix& k);
    void computeRows(const Matrix& q, Index first, Index count);
    void computeAll(const Matrix& q, Scratch& scratch);
    void computeChanged(const Matrix& q, const Matrix& k, bool redoAll, Scratch& scratch);
    void computeColumns(const Matrix& q, const Matrix& k, bool redoAll, Scratch& scratch);
    const float* columnOf(Index col, std::vector<float>& to) const;

    ScoreStore store_;
    RowSummaries summaries_;
    ScoreRule rule_;
    std::size_t head_ = 0;
    const AllowedKeys* allowed_ = nullptr;
    std::vector<float> packedKeys_;
    bool valid_ = false;
    /// What relocate() leaves to the attend() after it.
    struct Moved {
        bool any = false;
        bool isRuleOther = false; ///< the mask means something else where it stands now
        IndexSet newKeys;         ///< their columns are undefined
        Index exchanged = 0;      ///< columns that went
        Index firstKey = 0;       ///< from here on keys stand in other places
    } moved_;
    std::uint64_t edition_ = 0;
    Change change_;
};

} // namespace headlight
