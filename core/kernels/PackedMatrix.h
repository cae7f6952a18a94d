#pragma once

#include "kernels/kernels.h"

#include <vector>

namespace headlight::kernels {

struct Target;

/// The factor B of products A B, laid out for the target that was chosen at its last resize(): panels of panel()
/// columns, one after the other. Any thread may read it.
///
/// C[i, j] = sum over k of A[i, k] B[k, j], accumulated from +0 in ascending k. Targets with fused multiply-add use it
/// in every product of this room; others round twice. lda, ldb and ldo are distances between rows, in floats.
class PackedMatrix {
public:
    /// Makes B [depth, cols]. Former columns keep their numbers if depth and target stay; others are undefined.
    void resize(Index depth, Index cols);
    Index depth() const { return depth_; }
    Index cols() const { return cols_; }

    void packRows(const float* b, Index ldb);        ///< b [depth, cols]
    void packColumns(const float* b, Index ldb);     ///< b [cols, depth]: B transposed
    void packColumn(Index col, const float* column); ///< column [depth]

    /// Computes out [rows, cols] = a [rows, depth] B, fastest for multiples of kRowsAtOnce rows. Some of the rows or
    /// columns, even a row alone, get the same bits.
    void multiply(const float* a, Index lda, Index rows, float* out, Index ldo) const;
    static constexpr Index kRowsAtOnce = 48;
    /// Returns the number of columns that are computed together.
    Index panel() const;
    /// Computes the columns [first, end) alone; `first` must be the first of a panel. out [rows, end - first].
    void multiplyColumns(Index first, Index end, const float* a, Index lda, Index rows, float* out, Index ldo) const;

private:
    struct alignas(64) Line { // a line of the cache
        float floats[16];
    };
    const Target* target_ = nullptr;
    Index depth_ = 0, cols_ = 0;
    std::vector<Line> lines_;
};

} // namespace headlight::kernels
