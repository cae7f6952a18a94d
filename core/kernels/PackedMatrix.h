#pragma once

#include "kernels/kernels.h"

#include <vector>

namespace headlight::kernels {

struct Target;

/// B of products A B, laid out for the target that was chosen when it was made: panels of as many columns as a tile of
/// the product has, one after the other. Reading is for any thread.
///
/// C[i, j] = sum over k of A[i, k] B[k, j], accumulated from +0 in ascending k, fused where the target has that and
/// then in every product of this room; rounded twice elsewhere. `ld` is the distance between rows, in floats.
class PackedMatrix {
public:
    /// [depth, cols]. Columns that were there keep their numbers if the depth does; others are undefined.
    void resize(Index depth, Index cols);
    Index depth() const { return depth_; }
    Index cols() const { return cols_; }

    void packRows(const float* b, Index ldb);        ///< b [depth, cols]
    void packColumns(const float* b, Index ldb);     ///< column after column: b [cols, depth]
    void packColumn(Index col, const float* column); ///< column [depth]

    /// out [rows, cols] = a [rows, depth] B, quickest for multiples of kRowsAtOnce. A row alone, any some of the rows
    /// or of the columns give the same bits.
    void multiply(const float* a, Index lda, Index rows, float* out, Index ldo) const;
    static constexpr Index kRowsAtOnce = 48;
    /// Columns are computed in panels of so many.
    Index panel() const;
    /// multiply() for the columns [first, end) alone; `first`: the first of a panel. out [rows, end - first].
    void multiplyColumns(Index first, Index end, const float* a, Index lda, Index rows, float* out, Index ldo) const;

private:
    struct alignas(64) Line { // of the cache
        float floats[16];
    };
    const Target* target_ = nullptr;
    Index depth_ = 0, cols_ = 0;
    std::vector<Line> lines_;
};

} // namespace headlight::kernels
