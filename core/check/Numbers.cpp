#include "check/Numbers.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace headlight {
namespace {

using Matrices = std::vector<MatrixD>;

/// Does the same with numbers and errors.
template <class F>
Numbers each(const Numbers& from, const F& f) {
    return {f(from.items), f(from.errors)};
}

/// Replaces each row by its softmax.
void normalise(MatrixD& values, MatrixD& errors, const Allowed& allowed, bool masksAfter, const Precision& rounding) {
    const MatrixD scores = std::move(values);
    values = masksAfter ? maskedWeights(scores, allowed) : softmaxWeights(scores, allowed);
    const double own = 1 + 4 * rounding.relative + (static_cast<double>(values.cols()) + 8) * kSingle;
    for (Index row = 0; row < values.rows(); ++row) {
        auto weights = values.row(row);
        const double sum = weights.sum();
        if (sum == 0 && !masksAfter) weights.setConstant(std::numeric_limits<double>::quiet_NaN());
        double max = -std::numeric_limits<double>::infinity(),
               least = std::max(0.0, 1 - sum); // of cells that are set to 0
        for (Index col = 0; col < weights.size(); ++col)
            if (weights[col] > 0 || masksAfter) max = std::max(max, scores(row, col));
        for (Index col = 0; col < weights.size(); ++col) {
            double& delta = errors(row, col);
            delta = weights[col] > 0 ? std::min(delta + rounding.of(scores(row, col) - max), 3.0) : 0;
            least += weights[col] * std::exp(-delta);
        }
        for (Index col = 0; col < weights.size(); ++col)
            errors(row, col) = weights[col] * (own * std::exp(errors(row, col)) / least - 1);
    }
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

void Numbers::round(const Precision& by) {
    errors.resize(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (errors[i].size() == 0) errors[i] = MatrixD::Zero(items[i].rows(), items[i].cols());
        errors[i] += items[i].unaryExpr([&](double x) { return by.of(x); });
    }
}

Numbers product(const Numbers& a, const Numbers& b) {
    Numbers made;
    for (std::size_t i = 0; i < a.items.size(); ++i) {
        const MatrixD &x = a.items[i], &y = b.items[i % b.items.size()], &error = b.errors[i % b.items.size()];
        const MatrixD size = y.cwiseAbs();
        made.items.push_back(x * y);
        made.errors.push_back(a.errors[i] * size +
                              x.cwiseAbs() * (error + static_cast<double>(x.cols()) * kSingle * size));
    }
    return made;
}

Numbers transposed(const Numbers& numbers) {
    return each(numbers, [](Matrices all) {
        for (MatrixD& item : all) item = MatrixD(item.transpose());
        return all;
    });
}

Numbers split(const Numbers& from, Index count, bool isViewed) {
    return each(from, [&](const Matrices& items) {
        Matrices heads;
        for (const MatrixD& all : items)
            for (Index head = 0, cols = all.cols() / count; head < count; ++head)
                heads.push_back(isViewed ? MatrixD(Eigen::Map<const MatrixD>(all.data() + head * all.rows() * cols,
                                                                             all.rows(), cols))
                                         : MatrixD(all.middleCols(head * cols, cols)));
        return heads;
    });
}

Numbers merged(const Numbers& from, Index count, bool isViewed) {
    return each(from, [&](const Matrices& items) {
        Matrices joined;
        for (auto first = items.begin(); first != items.end(); first += count) {
            MatrixD& all = joined.emplace_back(sideBySide(Matrices(first, first + count)));
            for (Index head = 0; isViewed && head < count; ++head)
                std::copy_n(first[head].data(), first[head].size(), all.data() + head * first[head].size());
        }
        return joined;
    });
}

Numbers normalised(const Numbers& from, double eps, bool isRms) {
    Numbers made = from;
    for (std::size_t i = 0; i < made.items.size(); ++i)
        for (Index row = 0; row < made.items[i].rows(); ++row) {
            auto x = made.items[i].row(row).array();
            auto error = made.errors[i].row(row).array();
            const double sums = static_cast<double>(x.size() + 8) * kSingle; // of mean and variance
            if (!isRms) {
                error += error.mean() + sums * x.abs().mean();
                x -= x.mean();
            }
            const double deviation = std::sqrt(x.square().mean() + eps);
            x /= deviation;
            error /= deviation;
            error += x.abs() * ((x.abs() * error).mean() + sums);
        }
    return made;
}

Numbers softmax(const Numbers& logits, const Allowed& allowed, Axis axis, bool masksAfter, const Precision& rounding) {
    const Index rows = allowed.rows(), cols = allowed.cols(), count = std::ssize(logits.items);
    Numbers made = axis == Axis::Queries ? transposed(logits) : logits;
    Allowed cells = axis == Axis::Queries ? Allowed(allowed.transpose()) : allowed;
    if (axis == Axis::Heads) { // each cell is a row, whose columns are the heads
        cells = allowed.reshaped<Eigen::RowMajor>().replicate(1, count);
        made = each(logits, [&](const Matrices& items) {
            MatrixD all(rows * cols, count);
            for (Index head = 0; head < count; ++head)
                all.col(head) = items[static_cast<std::size_t>(head)].reshaped<Eigen::RowMajor>();
            return Matrices{all};
        });
    }
    for (std::size_t i = 0; i < made.items.size(); ++i)
        normalise(made.items[i], made.errors[i], cells, masksAfter, rounding);
    if (axis == Axis::Keys) return made;
    if (axis == Axis::Queries) return transposed(made);
    return each(made, [&](const Matrices& all) {
        Matrices heads;
        for (Index head = 0; head < count; ++head)
            heads.emplace_back(all[0].col(head).reshaped<Eigen::RowMajor>(rows, cols));
        return heads;
    });
}

} // namespace headlight
