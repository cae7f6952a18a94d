#include "kernels/Lanes.h"
#include "kernels/kernels.h"

#include <algorithm>

namespace headlight::kernels {
namespace {

constexpr Index kPanel = 2 * kLanes; ///< columns of a panel: two registers
constexpr Index kRows = 4;           ///< rows of A per step: 4 x 2 accumulators and what they need fill 16 registers
constexpr Index kRowBlock = 32;      ///< rows that share a panel while it is in the first cache

void storePanel(float* out, Index cols, Lanes left, Lanes right) {
    if (cols >= kPanel) {
        store(out, left);
        store(out + kLanes, right);
        return;
    }
    storePart(out, std::min<Index>(cols, kLanes), left);
    if (cols > kLanes) storePart(out + kLanes, cols - kLanes, right);
}

template <int rows>
void multiplyPanel(const float* a, Index lda, Index depth, const float* panel, Index cols, float* out, Index ldo) {
    Lanes left[rows] = {}, right[rows] = {};
    for (Index k = 0; k < depth; ++k) {
        const Lanes b0 = load(panel + k * kPanel);
        const Lanes b1 = load(panel + k * kPanel + kLanes);
#pragma GCC unroll 4
        for (int r = 0; r < rows; ++r) {
            const Lanes x = splat(a[r * lda + k]);
            left[r] = multiplyAdd(x, b0, left[r]);
            right[r] = multiplyAdd(x, b1, right[r]);
        }
    }
    for (int r = 0; r < rows; ++r) storePanel(out + r * ldo, cols, left[r], right[r]);
}

} // namespace

const char* instructionSet() {
#if defined(__AVX512F__)
    return "AVX-512";
#elif defined(__AVX2__)
    return "AVX2";
#elif defined(__AVX__)
    return "AVX";
#elif defined(__SSE2__)
    return "SSE2";
#elif defined(__ARM_NEON)
    return "NEON";
#else
    return "scalar";
#endif
}

Index packedSize(Index depth, Index cols) { return (cols + kPanel - 1) / kPanel * kPanel * depth; }

void packColumns(const float* b, Index ldb, Index depth, Index cols, float* packed) {
    for (Index first = 0; first < cols; first += kPanel) {
        const Index width = std::min(kPanel, cols - first);
        for (Index k = 0; k < depth; ++k, packed += kPanel) {
            std::copy_n(b + k * ldb + first, width, packed);
            std::fill(packed + width, packed + kPanel, 0.0F);
        }
    }
}

void packTransposed(const float* b, Index ldb, Index cols, Index depth, float* packed) {
    const Index padded = packedSize(1, cols);
    if (padded > cols) std::fill_n(packed + packedSize(depth, cols) - kPanel * depth, kPanel * depth, 0.0F);
    for (Index col = 0; col < cols; ++col) packColumn(b + col * ldb, depth, col, packed);
}

void packColumn(const float* column, Index depth, Index col, float* packed) {
    float* to = packed + col / kPanel * kPanel * depth + col % kPanel;
    for (Index k = 0; k < depth; ++k) to[k * kPanel] = column[k];
}

void multiply(const float* a, Index lda, Index rows, Index depth, const float* packed, Index cols, float* out,
              Index ldo) {
    for (Index block = 0; block < rows; block += kRowBlock) {
        const Index end = std::min(rows, block + kRowBlock);
        for (Index col = 0; col < cols; col += kPanel) {
            const float* panel = packed + col * depth;
            Index row = block;
            for (; row + kRows <= end; row += kRows)
                multiplyPanel<kRows>(a + row * lda, lda, depth, panel, cols - col, out + row * ldo + col, ldo);
            for (; row < end; ++row)
                multiplyPanel<1>(a + row * lda, lda, depth, panel, cols - col, out + row * ldo + col, ldo);
        }
    }
}

void multiplyRow(const float* a, Index depth, const float* packed, Index cols, float* out) {
    // Four panels side by side: eight sums that do not wait for each other.
    Index col = 0;
    for (; col + 4 * kPanel <= cols; col += 4 * kPanel) {
        const float* panel = packed + col * depth;
        Lanes sums[8] = {};
        for (Index k = 0; k < depth; ++k) {
            const Lanes x = splat(a[k]);
#pragma GCC unroll 4
            for (int p = 0; p < 4; ++p) {
                const float* b = panel + (p * depth + k) * kPanel;
                sums[2 * p] = multiplyAdd(x, load(b), sums[2 * p]);
                sums[2 * p + 1] = multiplyAdd(x, load(b + kLanes), sums[2 * p + 1]);
            }
        }
        for (int i = 0; i < 8; ++i) store(out + col + i * kLanes, sums[i]);
    }
    for (; col < cols; col += kPanel) multiplyPanel<1>(a, 0, depth, packed + col * depth, cols - col, out + col, 0);
}

void multiplySome(const float* a, Index begin, Index end, const std::uint8_t* mask, const float* b, Index cols,
                  float* out) {
    for (Index col = 0; col < cols; col += kLanes) {
        const Index count = std::min<Index>(kLanes, cols - col);
        Lanes sum{};
        for (Index k = begin; k < end; ++k) {
            if (mask && !mask[k]) continue;
            const float* from = b + k * cols + col;
            sum = multiplyAdd(splat(a[k]), count == kLanes ? load(from) : loadPart(from, count, 0.0F), sum);
        }
        storePart(out + col, count, sum);
    }
}

} // namespace headlight::kernels
