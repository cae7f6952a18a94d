#pragma once

#include "backend/Backend.h"

namespace headlight {

/// A row-major matrix somewhere, each element to be multiplied by `factor` when read.
struct MatrixView {
    const float* data = nullptr;
    Index ld = 0, rows = 0, cols = 0;
    float factor = 1;
};
inline MatrixView viewOf(const Matrix& m) { return {m.data(), m.cols(), m.rows(), m.cols(), 1}; }

/// Fills `tile` [height, width] from the matrix.
void reduceAll(const MatrixView& matrix, const Reduction& reduction, Matrix& tile);
/// The same for those values alone that stand for a changed row or column of the matrix.
void reduceChanged(const MatrixView& matrix, const Reduction& reduction, const RowSet& rows, const RowSet& cols,
                   Matrix& tile);

Extent extentOf(const MatrixView& matrix);

/// The bins of [offset, offset + length) in which the elements lie; ascending, distinct.
std::vector<Index> binsOf(const RowSet& elements, Index offset, Index length, Index bins);

} // namespace headlight
