#include "random/TorchGenerator.h"

#include <cassert>
#include <cmath>
#include <numbers>
#include <span>

namespace headlight {

namespace {

constexpr Index kBlock = 16; ///< numbers; randn draws at least so many in blocks of this size

std::span<float> inOrder(Matrix& m) { return {m.data(), static_cast<std::size_t>(m.size())}; }

/// Rounds the result of a function in double, so that it does not depend on the machine's function for float.
float rounded(double value) { return static_cast<float>(value); }

} // namespace

TorchGenerator::TorchGenerator(std::uint64_t seed) : engine_(static_cast<std::uint32_t>(seed & 0xFFFFFFFFU)) {}

/// Draws a number that is uniform on [0, 1) with the 24 bits that a float holds; exact.
float TorchGenerator::draw24() { return static_cast<float>(draw32() & 0xFFFFFFU) * 0x1p-24F; }

/// Draws a number that is uniform on [0, 1) with the 53 bits that a double holds; exact.
double TorchGenerator::draw53() {
    const std::uint64_t high = draw32();
    const std::uint64_t low = draw32();
    return static_cast<double>(((high << 32) | low) & ((1ULL << 53) - 1)) * 0x1p-53;
}

Matrix TorchGenerator::rand(Index rows, Index cols) {
    Matrix m(rows, cols);
    for (float& value : inOrder(m)) value = draw24();
    return m;
}

Matrix TorchGenerator::uniform(Index rows, Index cols, double low, double high) {
    const auto from = static_cast<float>(low);
    const float width = static_cast<float>(high) - from;
    Matrix m(rows, cols);
    for (float& value : inOrder(m)) value = rounded(double{draw24()} * double{width} + double{from});
    return m;
}

/// Box-Muller on a pair (a, b): r = sqrt(-2 ln(1 - b)), t = 2 pi a. Returns r cos t, and r sin t at the next call.
float TorchGenerator::randn() {
    if (kept_) {
        const double second = *kept_;
        kept_.reset();
        return rounded(second);
    }
    const double a = draw53();
    const double b = draw53();
    const double r = std::sqrt(-2.0 * std::log1p(-b));
    const double t = 2.0 * std::numbers::pi * a;
    kept_ = r * std::sin(t);
    return rounded(r * std::cos(t));
}

/// Box-Muller in place on sixteen uniforms u: r = sqrt(-2 ln(1 - u[j])), t = 2 pi u[j + 8], for j = 0..7;
/// x[j] = r cos t, x[j + 8] = r sin t.
void TorchGenerator::normalSixteen(float* block) {
    constexpr auto twoPi = static_cast<float>(2.0 * std::numbers::pi);
    for (int j = 0; j < 8; ++j) {
        const float logarithm = rounded(std::log(double{1.0F - block[j]}));
        const float r = std::sqrt(-2.0F * logarithm);
        const float t = twoPi * block[j + 8];
        block[j] = r * rounded(std::cos(double{t}));
        block[j + 8] = r * rounded(std::sin(double{t}));
    }
}

Matrix TorchGenerator::randn(Index rows, Index cols) {
    Matrix m(rows, cols);
    const Index n = m.size();
    if (n < kBlock) {
        for (float& value : inOrder(m)) value = randn();
        return m;
    }
    for (float& value : inOrder(m)) value = draw24();
    for (Index i = 0; i + kBlock <= n; i += kBlock) normalSixteen(m.data() + i);
    if (n % kBlock != 0) { // the last sixteen are drawn again, as PyTorch does
        float* last = m.data() + n - kBlock;
        for (Index i = 0; i < kBlock; ++i) last[i] = draw24();
        normalSixteen(last);
    }
    return m;
}

Matrix TorchGenerator::dropoutMask(Index rows, Index cols, double p) {
    assert(p >= 0 && p <= 1);
    if (p <= 0) return Matrix::Ones(rows, cols);
    if (p >= 1) return Matrix::Zero(rows, cols);
    const double keep = 1.0 - p;
    const float scale = 1.0F / static_cast<float>(keep);
    Matrix m(rows, cols);
    for (float& value : inOrder(m)) value = draw53() < keep ? scale : 0.0F;
    return m;
}

} // namespace headlight
