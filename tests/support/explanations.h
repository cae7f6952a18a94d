#pragma once
// Computes explanations again in double from their operands, with bounds for float32, and looks up the numbers at their
// addresses.

#include "base/numberText.h"
#include "engine/Engine.h"
#include "support/floatBounds.h"
#include "support/frames.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace headlight::testing {

/// A number and how far float32 may be from it. Infinite: something is not finite, or float32 may overflow on the way.
struct Evaluated {
    double value = 0, bound = INFINITY;
};

/// Returns the relative error of a softmax over these scaled scores: each is off by 3 u of its magnitude (rounding the
/// factor, the product and the maximum) and by 3 u of its distance from the maximum. The rest is as in floatBounds.h.
inline double softmaxTolerance(const std::vector<double>& scaled) {
    const double u = FloatBounds::kU, max = *std::ranges::max_element(scaled);
    double maxTolerance = 0;
    for (const double s : scaled) {
        const double tolerance = 3 * u * (std::abs(s) + std::abs(max) + (max - s));
        if (s - max + tolerance > -88)
            maxTolerance = std::max(maxTolerance, tolerance); // a term further below the maximum is practically 0
    }
    return std::exp(2 * maxTolerance) * (1 + static_cast<double>(scaled.size()) * 0x1p-46) * (1 + 10 * u) - 1;
}

/// Evaluates one explanation. `row` is only given for Rule::Share with a mask after the softmax: all scaled scores of
/// the row.
class Evaluation {
public:
    explicit Evaluation(const Explanation& e, std::vector<double> row = {}) : e_(e), row_(std::move(row)) {
        for (const Term& term : e.terms) {
            if (!term.isMasked) {
                size_ += std::abs(valueOf(term));
                sum_ += valueOf(term);
            }
        }
    }

    Evaluated operator()() const {
        const double u = FloatBounds::kU, underflow = 0x1p-149, v = value();
        const auto n = static_cast<double>(e_.terms.size());
        const auto rounded = [&](double roundings) { return Evaluated{v, roundings * u * std::abs(v) + underflow}; };
        if (!std::isfinite(v) || !(size_ < std::numeric_limits<float>::max()) ||
            std::abs(v) * (1 + 4 * u) > std::numeric_limits<float>::max())
            return e_.rule == Rule::Copy || e_.rule == Rule::Embedding ? Evaluated{v, 0} : Evaluated{v};
        switch (e_.rule) {
        case Rule::None: return {};
        case Rule::Copy:
        case Rule::Embedding: return {v, 0};
        case Rule::Sinusoid:
        case Rule::Sum: return rounded(1);
        case Rule::Scaled: return rounded(3);
        case Rule::Dropout: return e_.terms[0].isMasked ? Evaluated{0, 0} : rounded(3);
        case Rule::Products:
        case Rule::Rollout: { // a bias, a mean of heads and an identity count as more terms
            const double roundings = FloatBounds::gamma(static_cast<Index>(n) + 4);
            return {v, roundings * (size_ + std::abs(double(e_.bias.value))) + n * underflow};
        }
        case Rule::Softmax: return e_.hiddenBy ? Evaluated{0, 0} : ofSoftmax(v);
        case Rule::Share:
            if (e_.hiddenBy) return {0, 0};
            if (row_.empty()) return rounded(2);
            return {v, std::abs(v) * (std::pow(1 + softmaxTolerance(row_), 4) - 1) + n * 1e-24};
        case Rule::Norm: return ofNorm(v);
        }
        return {};
    }

    /// Returns nothing, or names the number of the explanation that does not follow from its operands.
    std::string wrongSums() const {
        const auto isClose = [](double a, double b) {
            return !std::isfinite(a) || !std::isfinite(b) || std::abs(a - b) <= 1e-12 * std::max(1.0, std::abs(b));
        };
        for (const Term& t : e_.terms) // an infinite scaled score has its value from the score
            if (!t.isMasked && std::isfinite(t.a.value) && !isClose(t.value, valueOf(t))) return "value of a term";
        if (e_.rule == Rule::Softmax || e_.rule == Rule::Share) {
            float max = -std::numeric_limits<float>::infinity();
            for (const Term& t : e_.terms)
                if (!t.isMasked) max = std::max(max, t.a.value);
            if (e_.sum != e_.terms.back().total && !std::isnan(e_.sum)) return "sum";
            if (std::isfinite(max) && e_.max != wide(max)) return "max";
        }
        if (e_.rule != Rule::Norm) return {};
        if (!isClose(e_.mean, sum_ / static_cast<double>(e_.terms.size()))) return "mean";
        return isClose(e_.variance, variance()) ? "" : "variance";
    }

private:
    static double wide(float x) { return static_cast<double>(x); }
    static double product(const Term& t) { return wide(t.a.value) * (t.b.isSomewhere() ? wide(t.b.value) : 1); }
    double valueOf(const Term& t) const {
        switch (e_.rule) {
        case Rule::Products: return product(t);
        case Rule::Rollout: return (t.a.isSomewhere() ? e_.factor : 1) * product(t);
        case Rule::Softmax: return std::exp(wide(t.a.value) - e_.max);
        case Rule::Scaled:
        case Rule::Dropout: return e_.factor * wide(t.a.value);
        case Rule::Norm: return t.b.isSomewhere() ? wide(t.a.value + t.b.value) : wide(t.a.value);
        default: return wide(t.a.value);
        }
    }
    const Term& alone() const { return e_.terms[static_cast<std::size_t>(e_.of.col)]; }
    double value() const {
        switch (e_.rule) {
        case Rule::None: return 0;
        case Rule::Copy:
        case Rule::Embedding: return e_.terms.at(0).isMasked ? -INFINITY : wide(e_.terms.at(0).a.value);
        case Rule::Sinusoid: {
            const double angle = e_.of.row / e_.period;
            return e_.of.col % 2 == 0 ? std::sin(angle) : std::cos(angle);
        }
        case Rule::Softmax:
        case Rule::Share: return e_.hiddenBy ? 0 : valueOf(alone()) / sum_;
        case Rule::Norm: {
            const double mean = sum_ / static_cast<double>(e_.terms.size());
            return (valueOf(alone()) - mean) / std::sqrt(variance() + e_.eps) * wide(e_.gain.value) +
                   wide(e_.bias.value);
        }
        default: return sum_ + wide(e_.bias.value);
        }
    }
    double variance() const {
        const auto n = static_cast<double>(e_.terms.size());
        double variance = 0;
        for (const Term& t : e_.terms) variance += std::pow(valueOf(t) - sum_ / n, 2) / n;
        return variance;
    }
    Evaluated ofSoftmax(double v) const {
        std::vector<double> scaled;
        for (const Term& t : e_.terms)
            if (!t.isMasked) scaled.push_back(wide(t.a.value));
        return {v, std::min(1.0, v * softmaxTolerance(scaled) + 1.2e-38)};
    }
    /// The norm is computed in double but for the last rounding: n + 4 roundings of 2^-53, in the program and here.
    Evaluated ofNorm(double v) const {
        const auto n = static_cast<double>(e_.terms.size());
        const double s = std::sqrt(variance() + e_.eps), gain = std::abs(wide(e_.gain.value));
        const double inDouble = (n + 4) * 0x1p-51 * size_ / s * (1 + std::sqrt(n)) * gain;
        return {v, inDouble + FloatBounds::kU * (std::abs(v) + 2 * std::abs(wide(e_.bias.value))) + 0x1p-149};
    }

    const Explanation& e_;
    std::vector<double> row_;
    double size_ = 0, sum_ = 0;
};

/// Returns the number at an operand's address; `traces` are those of all layers.
inline float numberAt(const Operand& operand, const Session& session, const std::vector<Trace>& traces) {
    if (const auto* cell = std::get_if<CellRef>(&operand.at)) {
        const StageInfo& info = infoOf(cell->stage);
        const std::size_t head = info.scope == Scope::Head ? static_cast<std::size_t>(cell->head) : 0;
        return traces.at(static_cast<std::size_t>(cell->layer))(cell->stage, head)(cell->row, cell->col);
    }
    if (const auto* at = std::get_if<ParameterCell>(&operand.at)) {
        if (areEmbeddings(at->parameter)) return tokenVectors(*textOf(session, at->parameter))(at->row, at->col);
        return (**valueOf(session, {at->parameter, at->layer, at->head}))(at->row, at->col);
    }
    return operand.value;
}

/// Returns nothing, or names a number that differs from the one at its address, or a total that is no sum of its terms.
inline std::string wrongNumbers(const Explanation& e, const Session& session, const std::vector<Trace>& traces) {
    const auto isThere = [&](const Operand& o) { return sameBits(o.value, numberAt(o, session, traces)); };
    if (!isThere({e.of, e.result})) return "result";
    if (!isThere(e.gain) || !isThere(e.bias)) return "gain or bias";
    double total = 0;
    for (std::size_t i = 0; i < e.terms.size(); ++i) {
        const Term& term = e.terms[i];
        if (!isThere(term.a) || !isThere(term.b)) return "operands of term " + std::to_string(i);
        if (term.isMasked && term.value != 0) return "value of a masked term";
        total += term.value;
        if (total != term.total && !std::isnan(total)) return "total of term " + std::to_string(i);
    }
    return {};
}

/// Returns the explanation of a single cell, which the session must have.
inline Explanation one(Engine& engine, const Session& session, const CellRef& cell) {
    return *engine.answer(session, {{}, {cell}}).explanations.at(0);
}

} // namespace headlight::testing
