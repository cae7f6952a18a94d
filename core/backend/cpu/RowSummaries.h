#pragma once

#include "attention/RowKind.h"
#include "backend/host/AllowedKeys.h"
#include "kernels/kernels.h"

#include <cstdint>
#include <vector>

namespace headlight {

/// What is known of each row of the scores of one head, so that any weight is exp((score - top) * factor) / sum when it
/// is asked for. After an edit of a column only its terms are exchanged; a row whose extremes may have moved, or that
/// holds anything non-finite, is summed afresh. See kernels.h for why that is exact.
class RowSummaries {
public:
    using Kind = RowKind;

    void resize(Index rows);  ///< nothing is known of any
    void move(const RowMap&); ///< with their rows, marks too; of new rows nothing is known
    Index rows() const { return static_cast<Index>(rows_.size()); }

    /// Row by row from nothing but its scores; `areExtremesKnown`: only factor and normalisation may differ since then.
    void summarise(Index row, const float* scores, const AllowedKeys& allowed, const ScoreRule& rule,
                   bool areExtremesKnown, std::vector<float>& scratch);

    /// In the first `rows` rows the score of one key was before[row] and is after[row] (null: there was none, is none).
    /// Softmax. Rows that have to be summarised afresh are marked.
    void replaceKey(Index key, Index rows, const float* before, const float* after, const ScoreRule& rule);
    void mark(Index row) { isStale_[at(row)] = 1; }
    bool isMarked(Index row) const { return isStale_[at(row)] != 0; }
    void updateSum(Index row); ///< after keys were replaced

    Kind kind(Index row) const { return rows_[at(row)].kind; }
    float top(Index row) const { return top_[at(row)]; } ///< the finite allowed score that weighs most; 0 without one
    const float* tops() const { return top_.data(); }
    float bottom(Index row) const { return rows_[at(row)].bottom; }   ///< ... least
    float inverse(Index row) const { return rows_[at(row)].inverse; } ///< 1 / sum; softmax, Plain
    double sum(Index row) const { return rows_[at(row)].sum; }        ///< RowStats::sum; 0 in a row without weights
    /// Finite extremes of all scores, masked ones too (low > high if there are none), and whether all are finite.
    const kernels::RowRange& range(Index row) const { return rows_[at(row)].range; }
    /// Extremes of the allowed scores; NaN where there are none or one is not finite.
    float low(Index row) const { return low_[at(row)]; }
    float high(Index row) const { return high_[at(row)]; }

private:
    static std::size_t at(Index i) { return static_cast<std::size_t>(i); }
    void softmax(Index row, const float* allowed, Index count, const kernels::RowRange& range, float factor);
    void sums(Index row, const float* allowed, Index count, const kernels::RowRange& range, float factor);

    void forEachColumn(auto f);

    struct Row {
        kernels::RowRange range{};
        Kind kind = Kind::Masked;
        float bottom = 0, inverse = 0;
        double sum = 0;
    };
    // One element for each row. What exchangeTerms() reads stands side by side.
    std::vector<Row> rows_;
    std::vector<float> low_, high_, top_;
    std::vector<std::int64_t> expSumFixed_; ///< softmax: the sum in units of 2^-kTermBits
    std::vector<std::uint8_t> isStale_;
};

/// One weight under Normalisation::Sum.
float sumWeight(float scaled, double sum);

} // namespace headlight
