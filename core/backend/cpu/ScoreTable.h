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

class StreamedTiles;

/// The scores of one head and what is known of each row. Weights are not kept: see RowSummaries. A streamed table keeps
/// no scores either, but the keys: ScoreReader computes them by the same products when they are read, with the same
/// bits.
class ScoreTable {
public:
    /// Rows and columns move with their queries and keys (null: they are where they were), before an update() that
    /// names the new ones as changed. `isRuleNew`: what is known of the rows is not kept up to date, for update() says
    /// so, too.
    void move(const RowMap* queries, const RowMap* keys, bool isRuleNew);
    /// Computes these rows and columns again, and what is known of them; of every row if `isRuleNew`. `allowed` must be
    /// that of the rule's mask and of these sizes, and outlive the readers' calls. `head`: its index, for which dropout
    /// has drawn. `isStreamed`: q must outlive the readers' calls, too, and so must `stopping` (null: nothing stops
    /// it), which they ask; if it throws Stopped here, the next update() computes everything. `tiles`: some of a
    /// streamed table may be made meanwhile; null: none.
    void update(const Matrix& q, const Matrix& k, const IndexSet& queries, const IndexSet& keys, const ScoreRule& rule,
                bool isRuleNew, std::size_t head, const AllowedKeys& allowed, bool isStreamed = false,
                Stopping::Step* stopping = nullptr, StreamedTiles* tiles = nullptr);
    void drop();

    Index rows() const { return summaries_.rows(); }
    Index cols() const { return cols_; }
    bool isThere() const { return isThere_; } ///< updated since it was dropped last
    double bytes() const { return store_.bytes(); }
    bool isStreamed() const { return isStreamed_; }
    /// Whole rows, of a table that is not streamed.
    const float* storedRow(Index row) const { return store_.row(row); }
    Index ld() const { return store_.ld(); }
    /// The columns [first, end) of rows, as they are stored. `first`: see panelOf().
    void computeRows(Index row, Index count, Index first, Index end, float* out, Index ldo) const;
    Index panelOf(Index col) const { return isStreamed_ ? col - col % keys_.panel() : col; }
    const RowSummaries& summaries() const { return summaries_; }
    const ScoreRule& rule() const { return rule_; }
    float factor() const { return toFloat(rule_.factor); }
    const AllowedKeys& allowed() const { return *allowed_; }
    kernels::ExpScale scale() const { return kernels::expScaleOf(factor()); }
    /// Of a row that has weights.
    kernels::ExpScale scale(Index row) const {
        return kernels::expScaleOf(factor(), summaries_.low(row), summaries_.high(row));
    }

    // The cells [col, col + n) of a row, from its scores of these (ScoreReader).
    void scaled(const float* scores, Index n, float* out) const;
    void weights(const float* scores, Index row, Index col, Index n, float* out) const; ///< masked ones are 0
    /// Those that dropout leaves; the weights themselves without it.
    void dropped(const float* scores, Index row, Index col, Index n, float* out) const;
    bool isDropped(Index row, Index col) const { return rule_.dropout && rule_.dropout->dropped[head_](row, col); }
    /// Mode after: those of the softmax over all keys, 0 where hidden. `scores`: of the whole row.
    void maskedWeights(const float* scores, Index row, Index col, Index n, float* out) const;

    /// Counts the calls of update() that changed something, and says what the last one changed.
    struct Change {
        IndexSet rows, cols;
        bool rule = true;
        bool mask = true;   ///< of the rule
        bool moved = false; ///< rows or columns
    };
    std::uint64_t generation() const { return generation_; }
    const Change& lastChange() const { return change_; }

private:
    /// Whether the terms of a column can be replaced in the sums of the rows.
    bool hasTerms() const { return rule_.normalisation == Normalisation::Softmax; }
    void packChanged(const Matrix& k);
    void computeStored(Index first, Index count);
    void computeAll();
    void summariseAll(double work, bool areExtremesKnown);
    /// Of these rows; see RowSummaries.
    void summarise(Index first, Index end, bool areExtremesKnown = false);
    void summariseRow(Index row, const float* scores, bool areExtremesKnown, std::vector<float>& allowed);
    void computeChanged(const Matrix& k);
    void computeColumns(const Matrix& k, bool redoAll);
    void exchangeColumns(const Matrix& k, bool redoAll);
    const float* columnOf(Index col, std::vector<float>& to) const;

    ScoreStore store_; ///< empty if streamed
    bool isStreamed_ = false;
    Index cols_ = 0;
    const Matrix* q_ = nullptr;
    Stopping::Step* stopping_ = nullptr;
    StreamedTiles* tiles_ = nullptr; ///< during an update
    RowSummaries summaries_;
    ScoreRule rule_;
    std::size_t head_ = 0;
    const AllowedKeys* allowed_ = nullptr;
    kernels::PackedMatrix keys_;    ///< transposed
    kernels::PackedMatrix queries_; ///< transposed, for columns; empty until one is computed
    bool isThere_ = false;
    bool isWhole_ = false; ///< no update() was stopped
    /// What move() leaves to the update() after it.
    struct Moved {
        bool any = false;
        IndexSet newKeys;                                   ///< their columns are undefined
        Index removed = 0;                                  ///< columns whose terms have left the sums
        Index firstKey = std::numeric_limits<Index>::max(); ///< the first that is not where it was
    } moved_;
    std::uint64_t generation_ = 0;
    Change change_;
};

} // namespace headlight
