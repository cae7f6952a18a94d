#pragma once

#include "attention/RowKind.h"
#include "backend/host/AllowedKeys.h"
#include "kernels/kernels.h"

#include <cstdint>
#include <span>
#include <vector>

namespace headlight {

/// A summary of each row of the scores of one head, from which a weight is computed when it is asked for: exp((score -
/// top) * factor) / sum. After an edit of a column only its terms are exchanged; a row whose extremes may have moved,
/// or that has a number that is not finite, is summed afresh. kernels.h says why that is exact.
class RowSummaries {
public:
    using Kind = RowKind;

    void resize(Index rows);  ///< sets the number of rows; none is summarised then
    void move(const RowMap&); ///< moves summaries and marks with their rows; new rows have none
    Index rows() const { return static_cast<Index>(rows_.size()); }

    /// Summarises a row from its scores. `areExtremesKnown`: only factor and normalisation may have changed.
    void summarise(Index row, const float* scores, const AllowedKeys& allowed, const ScoreRule& rule,
                   bool areExtremesKnown, std::vector<float>& scratch);

    /// Replaces the score of a key in the first `rows` rows: it was before[row] and is after[row] (null: there was
    /// none, there is none). For softmax only. Marks rows that must be summarised afresh.
    void replaceKey(Index key, Index rows, const float* before, const float* after, const ScoreRule& rule);
    void mark(Index row) { isStale_[at(row)] = 1; }
    bool isMarked(Index row) const { return isStale_[at(row)] != 0; }
    void updateSum(Index row); ///< updates sum() after replaceKey()

    Kind kind(Index row) const { return rows_[at(row)].kind; }
    /// Return the finite allowed scores that are largest (top) and smallest (bottom) when scaled; 0: there are none.
    float top(Index row) const { return top_[at(row)]; }
    const float* tops() const { return top_.data(); }
    float bottom(Index row) const { return rows_[at(row)].bottom; }
    float inverse(Index row) const { return rows_[at(row)].inverse; } ///< returns 1 / sum of a Plain row of softmax
    double sum(Index row) const { return rows_[at(row)].sum; }        ///< 0 if no sum is finite
    /// Returns the range of all finite scores, masked ones included, and whether all scores are finite.
    const kernels::RowRange& range(Index row) const { return rows_[at(row)].range; }
    /// Return the extremes of the allowed scores; NaN if there are none or one is not finite.
    float low(Index row) const { return low_[at(row)]; }
    float high(Index row) const { return high_[at(row)]; }

private:
    static std::size_t at(Index i) { return static_cast<std::size_t>(i); }
    void softmax(Index row, const float* allowed, Index count, const kernels::RowRange& range, float factor);
    void sums(Index row, std::span<const float> allowed, const kernels::RowRange& range, const ScoreRule& rule);

    void forEachColumn(auto f);

    struct Row {
        kernels::RowRange range{};
        Kind kind = Kind::Masked;
        float bottom = 0, inverse = 0;
        double sum = 0;
    };
    // One element for each row. exchangeTerms() needs contiguous arrays, so its arguments are not in Row.
    std::vector<Row> rows_;
    std::vector<float> low_, high_, top_;
    std::vector<std::int64_t> expSumFixed_; ///< softmax: the sum in units of 2^-kTermBits
    std::vector<std::uint8_t> isStale_;
};

/// Returns a weight under Normalisation::Sum.
float sumWeight(float scaled, double sum);

} // namespace headlight
