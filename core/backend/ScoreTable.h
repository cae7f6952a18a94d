#pragma once

#include "backend/Backend.h"
#include "backend/matrixTiles.h"
#include "kernels/kernels.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace headlight {

/// The scores of one head, and what is known of each row. Weights are not kept: exp(scaled - max) / sum gives any of
/// them when it is asked for. After an edit only the touched rows and columns are computed again; a row whose extremes
/// may have moved, or that holds anything non-finite, is summed afresh. See kernels.h for why that is exact.
class ScoreTable {
public:
    enum class RowKind : std::uint8_t {
        Plain,  ///< has weights
        Masked, ///< no cell is allowed: weights 0
        Flat,   ///< every allowed scaled score is -inf: weights 0
        Broken, ///< weights NaN: an allowed cell is NaN or +inf; sum: one is not finite, they add up to 0 or to more
                ///< than double holds, or a weight is more than float32 holds
    };

    void attend(const Matrix& q, const Matrix& k, const RowSet& queries, const RowSet& keys, const WeightRule& rule);
    void forget();

    static Index stride(Index cols); ///< floats from row to row
    /// What a fresh table of this size takes; and what this one does, which an edit may leave up to twice too large.
    static double bytesFor(Index rows, Index cols, MaskKind mask);
    std::size_t bytes() const;

    Index rows() const { return rows_; }
    Index cols() const { return cols_; }
    MatrixView scores() const { return {data_.get(), ld_, rows_, cols_, 1}; }
    MatrixView scaled() const { return {data_.get(), ld_, rows_, cols_, rule_.factor}; }
    const float* row(Index row) const { return data_.get() + row * ld_; }
    const WeightRule& rule() const { return rule_; }

    RowKind kind(Index row) const { return kind_[at(row)]; }
    float top(Index row) const { return top_[at(row)]; }         ///< the score that weighs most; 0 unless Plain
    float inverse(Index row) const { return inverse_[at(row)]; } ///< 1 / sum; softmax, Plain
    double sum(Index row) const { return sum_[at(row)]; }        ///< 0 unless Plain
    float sumWeight(float scaled, Index row) const;              ///< a weight under Normalisation::Sum
    kernels::ExpScale scale() const { return kernels::expScaleOf(rule_.factor); }
    Index allowedEnd(Index row) const;            ///< cells from here on are masked
    const std::uint8_t* maskRow(Index row) const; ///< of a given mask, else null

    /// Weights of the cells [col, col + n) of a row; `masked` where they are masked.
    void weights(Index row, Index col, Index n, float masked, float* out) const;

    Extent extentOfScores() const;
    Extent extentOfScaled() const;
    Extent extentOfWeights() const;

    /// Counts the calls of attend() that changed something, and says what the last one changed.
    struct Change {
        RowSet rows, cols;
        bool rule = true;
    };
    std::uint64_t edition() const { return edition_; }
    const Change& lastChange() const { return change_; }

private:
    static std::size_t at(Index i) { return static_cast<std::size_t>(i); }
    void reserve(Index rows, Index cols, bool keep);
    void resizeStatistics();
    void takeRule(const WeightRule& rule);
    void computeAll(const Matrix& q);
    void computeChanged(const Matrix& q, const Matrix& k, Index oldRows, Index oldCols, bool redoAll);
    void computeColumns(const Matrix& q, const Matrix& k, Index oldRows, Index oldCols, bool redoAll);
    void exchangeColumn(Index col, Index common, const float* before, const float* after);
    void summarise(Index row);
    void summariseSoftmax(Index row, const float* allowed, Index count, bool finite, float low, float high);
    void summariseSum(Index row, const float* allowed, Index count, bool finite);

    Index rows_ = 0, cols_ = 0, ld_ = 0, capacity_ = 0;
    std::unique_ptr<float[]> data_;
    bool valid_ = false;
    std::vector<float> packedKeys_;
    WeightRule rule_;
    using Bytes = std::vector<std::uint8_t>;
    Bytes mask_; ///< the given mask, [rows, cols]

    // One element per row.
    std::vector<float> allLow_, allHigh_; ///< finite extremes of all scores
    std::vector<std::uint8_t> finite_;    ///< all scores are
    std::vector<RowKind> kind_;
    std::vector<float> low_, high_;   ///< extremes of the allowed scores; NaN where one is not finite
    std::vector<float> top_, bottom_; ///< the allowed scores that weigh most and least
    std::vector<std::int64_t> terms_; ///< softmax: the sum in units of 2^-kTermBits
    std::vector<double> sum_;
    std::vector<float> inverse_;
    std::vector<std::uint8_t> redo_; ///< to be summarised afresh in this attend()

    std::vector<float> scratch_, before_, after_, allowed_; ///< kept to save allocations
    std::uint64_t edition_ = 0;
    Change change_;
};

} // namespace headlight
