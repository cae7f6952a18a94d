#include "check/Grid.h"

#include "attention/formulas.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

namespace headlight {
namespace {

using Rows = Eigen::Map<Eigen::Array<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;
Rows rowsOf(Eigen::ArrayXd& numbers, Index cols) { return {numbers.data(), numbers.size() / cols, cols}; }

/// Takes each number from place(its own place).
template <class F>
Grid gathered(const Grid& from, const Sides& sides, const F& place) {
    Grid made(sides, Eigen::ArrayXd(sides[0] * sides[1] * sides[2] * sides[3]));
    Index i = 0;
    for (Index text = 0; text < sides[0]; ++text)
        for (Index head = 0; head < sides[1]; ++head)
            for (Index row = 0; row < sides[2]; ++row)
                for (Index col = 0; col < sides[3]; ++col, ++i) {
                    const Sides at = place(Sides{text, head, row, col});
                    const Index own = ((at[0] * from.sides[1] + at[1]) * from.rows() + at[2]) * from.cols() + at[3];
                    made.values[i] = from.values[own];
                    made.errors[i] = from.errors[own];
                }
    return made;
}

/// Replaces a row by its softmax.
void normalise(auto scores, auto errors, const Precision& rounding) {
    const MatrixD before = scores.matrix();
    scores = softmaxWeights(before, Allowed::Constant(1, before.cols(), true)).array();
    if (scores.sum() == 0) scores.setConstant(std::numeric_limits<double>::quiet_NaN());
    const double max = before.maxCoeff(),
                 own = 1 + 4 * rounding.relative + static_cast<double>(before.cols() + 8) * kSingle;
    double least = 0;
    for (Index col = 0; col < before.cols(); ++col) {
        double& delta = errors(0, col);
        delta = scores(0, col) > 0 ? std::min(delta + rounding.of(before(0, col) - max), 3.0) : 0;
        least += scores(0, col) * std::exp(-delta);
    }
    errors = scores * (own * errors.exp() / least - 1);
}

} // namespace

Precision roundingOf(std::span<const float> values) {
    int bits = 0;
    bool areWhole = true;
    for (const float value : values) {
        int exponent = 0;
        if (!std::isfinite(value) || value == 0) continue;
        const auto significand = static_cast<std::uint32_t>(std::ldexp(std::abs(std::frexp(value, &exponent)), 24));
        bits = std::max(bits, 24 - std::countr_zero(significand));
        areWhole = areWhole && value == std::trunc(value);
    }
    if (areWhole || bits <= 5 || bits > 11) return {};
    return bits > 8 ? Precision{0x1p-11, 0x1p-25} : Precision{0x1p-8};
}

Grid::Grid(const Sides& of, Eigen::ArrayXd numbers)
    : sides(of), values(std::move(numbers)), errors(Eigen::ArrayXd::Zero(values.size())) {}

void Grid::round(const Precision& by) {
    errors += values.unaryExpr([&](double x) { return by.of(x); });
}

void Grid::scale(double factor) {
    values *= factor;
    errors *= std::abs(factor);
}

Grid permuted(const Grid& from, const std::array<std::size_t, 4>& order) {
    Sides sides{};
    for (std::size_t k = 0; k < 4; ++k) sides[k] = from.sides[order[k]];
    return gathered(from, sides, [&](const Sides& at) {
        Sides own{};
        for (std::size_t k = 0; k < 4; ++k) own[order[k]] = at[k];
        return own;
    });
}

Grid fitted(const Grid& from, const Sides& sides) {
    if (from.sides == sides) return from;
    return gathered(from, sides, [&](Sides at) {
        for (std::size_t k = 0; k < 4; ++k)
            if (from.sides[k] < sides[k]) at[k] = at[k] * from.sides[k] / sides[k];
        return at;
    });
}

Grid transposed(const Grid& from) { return permuted(from, {0, 1, 3, 2}); }

Grid split(Grid from, Index heads, bool isViewed) {
    const auto [texts, own, rows, cols] = from.sides;
    from.sides = isViewed ? Sides{texts, heads, rows, cols / heads} : Sides{texts, rows, heads, cols / heads};
    return isViewed ? from : permuted(from, {0, 2, 1, 3});
}

Grid merged(Grid from, bool isViewed) {
    const auto [texts, heads, rows, cols] = from.sides;
    if (heads > 1 && !isViewed) from = permuted(from, {0, 2, 1, 3});
    from.sides = {texts, 1, rows, heads * cols};
    return from;
}

Grid meanOfHeads(const Grid& from) {
    Grid made = permuted(from, {0, 2, 3, 1});
    const Index heads = from.sides[1];
    Grid mean({from.sides[0], 1, from.rows(), from.cols()}, rowsOf(made.values, heads).rowwise().mean());
    mean.errors = rowsOf(made.errors, heads).rowwise().mean();
    return mean;
}

Grid sum(Grid a, const Grid& b) {
    const Grid other = fitted(b, a.sides);
    a.values += other.values;
    a.errors += other.errors;
    return a;
}

Grid product(const Grid& a, const Grid& b) {
    Grid made({a.sides[0], a.sides[1], a.rows(), b.cols()}, Eigen::ArrayXd(a.items() * a.rows() * b.cols()));
    for (Index i = 0; i < a.items(); ++i) {
        const Index j = i * b.items() / a.items();
        const auto errorsOf = [](const Grid& of, Index item) {
            return Eigen::Map<const MatrixD>(&of.errors[item * of.rows() * of.cols()], of.rows(), of.cols());
        };
        const MatrixD size = b.matrix(j).cwiseAbs();
        Eigen::Map<MatrixD>(&made.values[i * a.rows() * b.cols()], a.rows(), b.cols()) = a.matrix(i) * b.matrix(j);
        Eigen::Map<MatrixD>(&made.errors[i * a.rows() * b.cols()], a.rows(), b.cols()) =
            errorsOf(a, i) * size +
            a.matrix(i).cwiseAbs() * (errorsOf(b, j) + static_cast<double>(a.cols()) * kSingle * size);
    }
    return made;
}

Grid masked(Grid a, const Grid& mask, double hidden) {
    const Eigen::ArrayXd cells = fitted(mask, a.sides).values;
    a.values = (cells != 0).select(a.values, hidden);
    a.errors = (cells != 0).select(a.errors, 0);
    return a;
}

Grid softmax(const Grid& logits, Axis axis, const Precision& rounding) {
    std::array<std::size_t, 4> order{0, 1, 2, 3};
    std::swap(order[3], order[static_cast<std::size_t>(axis)]);
    Grid made = permuted(logits, order);
    Rows values = rowsOf(made.values, made.cols()), errors = rowsOf(made.errors, made.cols());
    for (Index row = 0; row < values.rows(); ++row) normalise(values.row(row), errors.row(row), rounding);
    return permuted(made, order);
}

} // namespace headlight
