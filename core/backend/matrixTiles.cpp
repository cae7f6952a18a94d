#include "backend/matrixTiles.h"

#include "kernels/kernels.h"

#include <cmath>

namespace headlight {
namespace {

using kernels::binBegin;

void reduceRow(const MatrixView& matrix, const Reduction& red, Index r, std::vector<float>& scratch, Matrix& tile) {
    const Index first = red.row + binBegin(r, red.height, red.rows);
    const Index last = red.row + binBegin(r + 1, red.height, red.rows);
    const float* data = matrix.data + first * matrix.ld + red.col;
    float* out = tile.data() + r * tile.cols();
    if (red.exact()) {
        for (Index c = 0; c < red.cols; ++c) out[c] = data[c] * matrix.factor;
        return;
    }
    scratch.resize(static_cast<std::size_t>(3 * red.cols));
    kernels::largestPerBin(data, matrix.ld, last - first, red.cols, red.width, matrix.factor, scratch.data(), out);
}

float reduceCell(const MatrixView& matrix, const Reduction& red, Index r, Index c) {
    const Index row = red.row + binBegin(r, red.height, red.rows), col = red.col + binBegin(c, red.width, red.cols);
    const float* data = matrix.data + row * matrix.ld + col;
    if (red.exact()) return *data * matrix.factor;
    return kernels::largest(data, matrix.ld, red.row + binBegin(r + 1, red.height, red.rows) - row,
                            red.col + binBegin(c + 1, red.width, red.cols) - col, matrix.factor);
}

} // namespace

std::vector<Index> binsOf(const RowSet& elements, Index offset, Index length, Index bins) {
    std::vector<Index> touched;
    for (const Index element : elements.rows) {
        if (element < offset || element >= offset + length) continue;
        const Index bin = kernels::binOf(element - offset, bins, length);
        if (touched.empty() || touched.back() != bin) touched.push_back(bin);
    }
    return touched;
}

void reduceAll(const MatrixView& matrix, const Reduction& red, Matrix& tile) {
    tile.resize(red.height, red.width);
    std::vector<float> scratch;
    for (Index r = 0; r < red.height; ++r) reduceRow(matrix, red, r, scratch, tile);
}

void reduceChanged(const MatrixView& matrix, const Reduction& red, const RowSet& rows, const RowSet& cols,
                   Matrix& tile) {
    if (rows.all || cols.all || tile.rows() != red.height || tile.cols() != red.width) {
        reduceAll(matrix, red, tile);
        return;
    }
    std::vector<float> scratch;
    for (const Index r : binsOf(rows, red.row, red.rows, red.height)) reduceRow(matrix, red, r, scratch, tile);
    const std::vector<Index> bins = binsOf(cols, red.col, red.cols, red.width);
    for (Index r = 0; r < red.height; ++r)
        for (const Index c : bins) tile(r, c) = reduceCell(matrix, red, r, c);
}

Extent extentOf(const MatrixView& matrix) {
    Extent extent;
    float low = INFINITY, high = -INFINITY;
    for (Index row = 0; row < matrix.rows; ++row) {
        for (Index col = 0; col < matrix.cols; ++col) {
            const float x = matrix.data[row * matrix.ld + col] * matrix.factor;
            if (std::isfinite(x)) {
                low = std::min(low, x);
                high = std::max(high, x);
            } else if (extent.row < 0) {
                extent.row = row;
                extent.col = col;
            }
        }
    }
    if (low <= high) {
        extent.low = low + 0.0F;
        extent.high = high + 0.0F;
    }
    return extent;
}

} // namespace headlight
