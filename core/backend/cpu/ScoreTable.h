#pragma once

#include "backend/cpu/RowSummaries.h"
#include "backend/cpu/ScoreStore.h"
#include "backend/cpu/Stopping.h"
#include "backend/host/AllowedKeys.h"
#include "base/toFloat.h"
#include "kernels/PackedMatrix.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace headlight {

struct ScoreSinks;

/// The scores of one head and a summary of each row. Weights are not kept: see RowSummaries. A streamed table keeps no
/// scores either, but the keys: ScoreReader computes scores by the same products when they are read, with the same
/// bits.
class ScoreTable {
public:
    /// Moves rows and columns with their queries and keys (null: they are where they were). The next update() names the
    /// new ones as changed. `isRuleNew`: summaries are not kept up to date, since that update() gets it, too.
    void move(const RowMap* queries, const RowMap* keys, bool isRuleNew);
    /// `k` null: q are the scores themselves, and are copied; if one has changed, all rows are named.
    /// Computes these rows and columns again, and the summaries that depend on them; all summaries if `isRuleNew`.
    /// `allowed` is that of the rule's mask and of these sizes. `head`: its index, for dropout. `stopping` may stop
    /// this call and later reads (null: nothing does); if it stops this call, the next update() computes
    /// everything. `sinks`: what may be made of a streamed table meanwhile; null: nothing. `allowed`, `stopping` and
    /// (if `isStreamed`) q must outlive all reads.
    void update(const Matrix& q, const Matrix* k, const IndexSet& queries, const IndexSet& keys, const ScoreRule& rule,
                bool isRuleNew, std::size_t head, const AllowedKeys& allowed, bool isStreamed = false,
                Stopping::Step* stopping = nullptr, ScoreSinks* sinks = nullptr);
    void drop();

    Index rows() const { return summaries_.rows(); }
    Index cols() const { return cols_; }
    bool isThere() const { return isThere_; } ///< true after an update(), until drop()
    double bytes() const { return store_.bytes(); }
    bool isStreamed() const { return isStreamed_; }
    /// Asks `stopping` of the last update().
    void check() const {
        if (stopping_) stopping_->check();
    }
    /// Returns a whole row of a table that is not streamed.
    const float* storedRow(Index row) const { return store_.row(row); }
    Index ld() const { return store_.ld(); }
    /// Computes the columns [first, end) of rows, with the bits of stored scores. `first`: a result of panelOf().
    void computeRows(Index row, Index count, Index first, Index end, float* out, Index ldo) const;
    Index panelOf(Index col) const { return isStreamed_ && !areGiven_ ? col - col % keys_.panel() : col; }
    const RowSummaries& summaries() const { return summaries_; }
    const ScoreRule& rule() const { return rule_; }
    float factor() const { return toFloat(rule_.factor); }
    const AllowedKeys& allowed() const { return *allowed_; }
    kernels::ExpScale scale() const { return kernels::expScaleOf(factor()); }
    /// Returns the scale of a row that has weights.
    kernels::ExpScale scale(Index row) const {
        return kernels::expScaleOf(factor(), summaries_.low(row), summaries_.high(row));
    }

    /// Computes the cells [col, col + n) of a row of a map of the head from its scores in these columns (ScoreReader);
    /// those of Rest, and if the mask comes after the softmax, those of Masked, from its whole row.
    void cells(Stage stage, const float* scores, Index row, Index col, Index n, float* out) const;
    void weights(const float* scores, Index row, Index col, Index n, float* out) const; ///< masked weights are 0
    /// Computes the weights after dropout, which are the weights themselves if there is none.
    void dropped(const float* scores, Index row, Index col, Index n, float* out) const;
    bool isDropped(Index row, Index col) const { return rule_.dropout && rule_.dropout->dropped[head_](row, col); }

    /// The changes of the last update() that changed something. generation() differs after each of them.
    struct Change {
        IndexSet rows, cols;
        bool rule = true;
        bool mask = true;   ///< the mask of the rule
        bool moved = false; ///< rows or columns have moved
    };
    std::uint64_t generation() const { return generation_; }
    const Change& lastChange() const { return change_; }

private:
    /// Returns true if the terms of a column can be replaced in the sums of the rows.
    bool hasTerms() const { return rule_.normalisation == Normalisation::Softmax; }
    void packChanged(const Matrix& k);
    void begin(Index count) const;
    void copyRows(Index row, Index count, Index first, Index end, float* out, Index ldo) const; ///< of given scores
    void computeStored(Index first, Index count);
    void summariseAll(bool areNew, bool areExtremesKnown);
    /// Summarises the rows [first, end): see RowSummaries.
    void summarise(Index first, Index end, bool areExtremesKnown = false);
    void summariseRow(Index row, const float* scores, bool areExtremesKnown, std::vector<float>& allowed);
    void computeChanged(const Matrix& k);
    void computeColumns(const Matrix& k, bool redoAll);
    const float* columnOf(Index col, std::vector<float>& to) const;
    void maskedWeights(const float* scores, Index row, Index col, Index n, float* out) const;
    void rest(const float* scores, Index row, Index col, Index n, float* out) const;
    void setMasked(Index row, Index col, Index n, float value, float* out) const;

    ScoreStore store_; ///< empty if scores are streamed
    bool isStreamed_ = false;
    Index cols_ = 0;
    const Matrix* q_ = nullptr;
    bool areGiven_ = false; ///< q_ are the scores themselves
    Stopping::Step* stopping_ = nullptr;
    ScoreSinks* sinks_ = nullptr; ///< null except during an update
    RowSummaries summaries_;
    ScoreRule rule_;
    std::size_t head_ = 0;
    const AllowedKeys* allowed_ = nullptr;
    kernels::PackedMatrix keys_;    ///< transposed
    kernels::PackedMatrix queries_; ///< transposed, for columns; empty until one is computed
    bool isThere_ = false;
    bool isWhole_ = false; ///< the last update() was not stopped
    /// The move that the next update() completes.
    struct PendingMove {
        bool any = false;
        IndexSet newKeys;                                   ///< keys whose columns are undefined
        Index removed = 0;                                  ///< number of columns that are gone
        Index firstKey = std::numeric_limits<Index>::max(); ///< the first key that is not where it was
    } pending_;
    std::uint64_t generation_ = 0;
    Change change_;
};

} // namespace headlight
