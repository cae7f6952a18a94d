// Products. See PackedMatrix.h and multiplySome().

#include "kernels/vectors-inl.h"

#if defined(HEADLIGHT_PRODUCT_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HEADLIGHT_PRODUCT_INL
#undef HEADLIGHT_PRODUCT_INL
#else
#define HEADLIGHT_PRODUCT_INL
#endif

HWY_BEFORE_NAMESPACE();
namespace headlight::kernels::HWY_NAMESPACE {

constexpr Index kPanel = 2 * kLanes; ///< columns of a panel: two registers
/// The rows of a tile. Two accumulators for each, and their operands, fill the 16 or 32 registers.
constexpr Index kTileRows = kLanes == 16 || HWY_ARCH_ARM_A64 ? 12 : 6;

HWY_INLINE void storePanel(float* out, Index cols, V left, V right) {
    if (cols >= kPanel) {
        hn::StoreU(left, D(), out);
        hn::StoreU(right, D(), out + kLanes);
        return;
    }
    storePart(out, std::min(cols, kLanes), left);
    if (cols > kLanes) storePart(out + kLanes, cols - kLanes, right);
}

template <int rows>
HWY_NOINLINE void multiplyTile(const float* a, Index lda, Index depth, const float* panel, Index cols, float* out,
                               Index ldo) {
    V left[rows], right[rows];
    for (int r = 0; r < rows; ++r) {
        left[r] = right[r] = hn::Zero(D());
        for (Index col = 0; col < kPanel; col += std::min<Index>(kLanes, 16)) // it is written a thousand cycles later
            __builtin_prefetch(out + r * ldo + col, 1);
        __builtin_prefetch(out + r * ldo + kPanel - 1, 1);
    }
    for (Index k = 0; k < depth; ++k, panel += kPanel) {
        const V b0 = hn::Load(D(), panel), b1 = hn::Load(D(), panel + kLanes);
#pragma GCC unroll 12
        for (int r = 0; r < rows; ++r) {
            const V x = hn::Set(D(), a[r * lda + k]);
            left[r] = hn::MulAdd(x, b0, left[r]);
            right[r] = hn::MulAdd(x, b1, right[r]);
        }
    }
    for (int r = 0; r < rows; ++r) storePanel(out + r * ldo, cols, left[r], right[r]);
}

/// Multiplies one row by `panels` panels side by side, whose sums do not wait for each other.
template <int panels>
HWY_NOINLINE void multiplyPanels(const float* a, Index depth, const float* packed, float* out) {
    V sums[2 * panels];
    for (V& sum : sums) sum = hn::Zero(D());
    for (Index k = 0; k < depth; ++k) {
        const V x = hn::Set(D(), a[k]);
#pragma GCC unroll 4
        for (int p = 0; p < panels; ++p) {
            const float* b = packed + (p * depth + k) * kPanel;
            sums[2 * p] = hn::MulAdd(x, hn::Load(D(), b), sums[2 * p]);
            sums[2 * p + 1] = hn::MulAdd(x, hn::Load(D(), b + kLanes), sums[2 * p + 1]);
        }
    }
    for (int i = 0; i < 2 * panels; ++i) hn::StoreU(sums[i], D(), out + i * kLanes);
}

void multiplyRow(const float* a, Index depth, const float* packed, Index cols, float* out) {
    Index col = 0;
    for (; col + 4 * kPanel <= cols; col += 4 * kPanel) multiplyPanels<4>(a, depth, packed + col * depth, out + col);
    for (; col + 2 * kPanel <= cols; col += 2 * kPanel) multiplyPanels<2>(a, depth, packed + col * depth, out + col);
    for (; col < cols; col += kPanel) multiplyTile<1>(a, 0, depth, packed + col * depth, cols - col, out + col, 0);
}

void multiply(const float* a, Index lda, Index rows, Index depth, const float* packed, Index cols, float* out,
              Index ldo) {
    if (rows == 1) return multiplyRow(a, depth, packed, cols, out);
    for (Index block = 0; block < rows; block += PackedMatrix::kRowsAtOnce) { // rows that share a panel in the cache
        const Index end = std::min(rows, block + PackedMatrix::kRowsAtOnce);
        for (Index col = 0; col < cols; col += kPanel) {
            Index row = block;
            const auto tiles = [&](auto size) HWY_ATTR {
                for (; row + size() <= end; row += size())
                    multiplyTile<size()>(a + row * lda, lda, depth, packed + col * depth, cols - col,
                                         out + row * ldo + col, ldo);
            };
            tiles(std::integral_constant<int, kTileRows>());
            tiles(std::integral_constant<int, 4>());
            tiles(std::integral_constant<int, 1>());
        }
    }
}

void multiplySome(const float* a, Index begin, Index end, const std::uint8_t* mask, const float* b, Index cols,
                  float* out) {
    for (Index col = 0; col < cols; col += kLanes) {
        const Index count = std::min(kLanes, cols - col);
        V sum = hn::Zero(D());
        for (Index k = begin; k < end; ++k)
            if (!mask || mask[k]) sum = hn::MulAdd(hn::Set(D(), a[k]), loadPart(b + k * cols + col, count), sum);
        storePart(out + col, count, sum);
    }
}

} // namespace headlight::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
