#pragma once
// Bounds of float32's distance from the formulas in double, derived stage by stage and carried through layers.
//
// u = 2^-24 is the rounding of one operation, gamma(n) = n u / (1 - n u). A sum of n products computed one after the
// other is off by at most gamma(n) times the sum of their magnitudes (Higham, Accuracy and Stability of Numerical
// Algorithms, 2nd ed., 3.1), and by 2^-149 for each that float32 has no normal number for. The operands have errors of
// their own: these make a product of two off by |a| db + da |b| + da db. The comment at each bound says which roundings
// it counts. Bounds have the shape [rows, columns] of their stage. They are infinite where nothing is promised: where
// the sum of Normalisation::Sum may be 0, and in all that is computed from such a number.

#include "support/projections.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace headlight::testing {

/// The precision of operations whose results are not the nearest float32, in units of u relative to the result.
struct Precision {
    double exp = 2;      ///< 1 ulp
    double quotient = 2; ///< a term divided by the sum of its row: the sum's inverse and the product are rounded
    double underflow = 0x1p-149; ///< the largest loss where float32 has no normal number
};
/// The precision of a device, by the table of units in the last place of the OpenCL C specification (7.4, "Relative
/// error as ULPs"): exp 3 ulp, x / y 2.5 ulp, and the row's sum, a whole number, is rounded to float32 before. Sums,
/// products, fma() and all that is computed in double are rounded as on the CPU. Denormal numbers may be 0.
inline constexpr Precision kOpenClPrecision{6, 1 + 5, 0x1p-126};

/// The bounds of one layer of a consistent session of finite numbers, derived from those of its input.
class FloatBounds : public LayerStages<MatrixD> {
public:
    static constexpr double kU = 0x1p-24;
    static double gamma(Index n) { return static_cast<double>(n) * kU / (1 - static_cast<double>(n) * kU); }

    /// Returns the bounds of X. Embeddings are exact; positions (those of a table are floats) are rounded once, the sum
    /// again.
    static MatrixD ofInput(const Text& text, const std::optional<Positions>& positions) {
        const MatrixD x = tokenVectors(text).cast<double>();
        if (!positions) return MatrixD::Zero(x.rows(), x.cols());
        const MatrixD p = positionRows(*positions, x.rows(), x.cols());
        const MatrixD rounded = kU * p.cwiseAbs() + MatrixD::Constant(p.rows(), p.cols(), Precision().underflow);
        return rounded + kU * ((x + p).cwiseAbs() + rounded);
    }

    /// The values and bounds of the layer below, for the rollouts; null: there is none.
    using Below = std::pair<const ReferenceTrace*, const FloatBounds*>;

    /// `t` are the layer's values, `input` and `keysInput` the bounds of X and X_kv.
    FloatBounds(const ReferenceTrace& t, const LayerWeights& layer, const ScoreRule& rule, MatrixD input,
                const MatrixD& keysInput, const Below& below, const Precision& precision = {})
        : precision_(precision) {
        const bool hasKeys = t.has(Stage::XKv);
        const Program program = programOf(layer, rule, {.hasSecondSentence = hasKeys});
        if (layer[Parameter::GivenX]) input.setZero(t(Stage::X).rows(), t(Stage::X).cols());
        if (t.has(Stage::X)) add(Stage::X, std::move(input));
        if (hasKeys) add(Stage::XKv, keysInput);
        if (layer.hasNorm(Norm::Place::Before)) add(Stage::Normed, ofNorm(t(Stage::X), (*this)(Stage::X), layer));
        const MatrixD& map = t(program.scored().result);
        const Allowed allowed = allowedCells(rule.mask, map.rows(), map.cols());
        for (std::size_t h = 0; h < layer.heads.size(); ++h) {
            for (const Projection& p : kProjections) {
                const Op* op = program.find(p.stage);
                if (op && op->kind == Op::Kind::Given)
                    add(p.stage, MatrixD::Zero(t(p.stage).rows(), t(p.stage).cols()));
                if (!op || op->kind == Op::Kind::Given) continue;
                const Stage from = op->inputs[0];
                add(p.stage, ofProjection(t(from), (*this)(from), layer.heads[h][p.weight], layer.heads[h][p.bias]));
            }
            addHead(t, h, layer.heads[h].isOn, rule, allowed);
        }
        if (t.has(Stage::V)) addJoined(t, layer);
        addRollouts(t, layer, below);
    }

private:
    void addJoined(const ReferenceTrace& t, const LayerWeights& layer) {
        add(Stage::Concat, sideBySide(all(Stage::Context)));
        if (layer[Parameter::Wo])
            add(Stage::Output,
                ofProjection(t(Stage::Concat), (*this)(Stage::Concat), layer[Parameter::Wo], layer[Parameter::Bo]));
        addResult(t, layer);
    }

    void addRollouts(const ReferenceTrace& t, const LayerWeights& layer, const Below& below) {
        for (const StageInfo& info : stages())
            if ((info.isRollout || info.stage == Stage::Mean) && t.has(info.stage))
                addRollout(t, info.stage, layer, below);
    }

    Precision precision_;

    /// Bounds sums of n products whose factors are off by da and db: [rows, n] times [n, cols].
    MatrixD ofProduct(const MatrixD& a, const MatrixD& da, const MatrixD& b, const MatrixD& db, Index roundings) const {
        const MatrixD aMax = a.cwiseAbs() + da, bMax = b.cwiseAbs() + db;
        const double underflow = static_cast<double>(a.cols()) * precision_.underflow;
        return MatrixD(gamma(roundings) * aMax.lazyProduct(bMax)).array() + MatrixD(da.lazyProduct(bMax)).array() +
               MatrixD(a.cwiseAbs().lazyProduct(db)).array() + underflow;
    }

    /// Bounds the products, with the bias as one more term. Without weights and bias the result is the input itself.
    MatrixD ofProjection(const MatrixD& x, const MatrixD& dx, const FrozenMatrix& w, const FrozenMatrix& bias) const {
        if (!w && !bias) return dx;
        MatrixD bound = dx + gamma(1) * (x.cwiseAbs() + dx); // x + bias
        if (w) bound = ofProduct(x, dx, w->cast<double>(), MatrixD::Zero(w->rows(), w->cols()), x.cols() + 1);
        if (bias) bound.rowwise() += gamma(x.cols() + 1) * bias->row(0).cast<double>().cwiseAbs();
        return bound;
    }

    /// Bounds z = d / s with d = x - mean and s = √(variance + eps), in double but for the last rounding. d is off by t
    /// = dx + its mean. s is the length of the vector (d / √n, √eps), so by the triangle inequality it is off by at
    /// most τ, the root mean square of t, however small s is. Then
    ///   d'/s' - d/s = (d' - d) / s' + (d / s) (s - s') / s'
    /// is at most (t + |z| τ) / s' with s' >= max(s - τ, √eps): the reference's own variance limits it. For every
    /// input, |z| <= √n. Double adds n + 4 roundings of 2^-53 of the largest number, in the program and here.
    MatrixD ofNorm(const MatrixD& x, const MatrixD& dx, const LayerWeights& layer) const {
        const MatrixD gain = layer[Parameter::NormGain]->cast<double>().cwiseAbs();
        const MatrixD bias = layer[Parameter::NormBias]->cast<double>().cwiseAbs();
        const auto n = static_cast<double>(x.cols());
        MatrixD bound(x.rows(), x.cols());
        for (Index row = 0; row < x.rows(); ++row) {
            if (!isHeld((x.row(row).cwiseAbs() + dx.row(row)).sum())) {
                bound.row(row).setConstant(INFINITY);
                continue;
            }
            const double inDouble = (n + 4) * 0x1p-52 * (x.row(row).cwiseAbs() + dx.row(row)).maxCoeff();
            const Eigen::ArrayXd d = (x.row(row).array() - x.row(row).mean()).transpose();
            const Eigen::ArrayXd t = (dx.row(row).array() + dx.row(row).mean() + inDouble).transpose();
            const double s = std::sqrt(d.square().mean() + layer.norm->eps), tau = std::sqrt(t.square().mean());
            const double minDivisor = std::max(s - tau, std::sqrt(layer.norm->eps)) * (1 - 0x1p-48);
            for (Index col = 0; col < x.cols(); ++col) {
                const double z = std::abs(d(col)) / s;
                const double dz = cut((t(col) + z * tau) / minDivisor + 0x1p-48 * z, z + std::sqrt(n));
                bound(row, col) = gain(0, col) * dz + kU * (gain(0, col) * (z + dz) + bias(0, col)) +
                                  precision_.underflow;
            }
        }
        return bound;
    }

    void addHead(const ReferenceTrace& t, std::size_t h, bool isOn, const ScoreRule& rule, const Allowed& allowed) {
        if (rule.areGiven)
            add(Stage::Weights, MatrixD::Zero(allowed.rows(), allowed.cols()));
        else
            addWeights(t, h, rule, allowed);
        addDropped(t, h, rule);
        Allowed others = allowed;
        if (others.cols() > 0) others.col(0).setConstant(false);
        add(Stage::Rest, ofSum(t(Stage::Rest, h), t(Stage::Weights, h), (*this)(Stage::Weights, h), others));
        if (!t.has(Stage::V)) return;
        if (!isOn) return add(Stage::Context, MatrixD::Zero(t(Stage::Context, h).rows(), t(Stage::Context, h).cols()));
        const Stage summed = rule.dropout ? Stage::Dropped : Stage::Weights;
        add(Stage::Context,
            ofProduct(t(summed, h), (*this)(summed, h), t(Stage::V, h), (*this)(Stage::V, h), t(Stage::V, h).rows()));
    }

    void addWeights(const ReferenceTrace& t, std::size_t h, const ScoreRule& rule, const Allowed& allowed) {
        const MatrixD& scaled = t(Stage::Scaled, h);
        if (t.has(Stage::Q))
            add(Stage::Scores, ofProduct(t(Stage::Q, h), (*this)(Stage::Q, h), t(Stage::K, h).transpose(),
                                         (*this)(Stage::K, h).transpose(), t(Stage::Q, h).cols()));
        else
            add(Stage::Scores, MatrixD::Zero(scaled.rows(), scaled.cols()));
        // The factor is rounded to float, and the product once more.
        const MatrixD dScaled =
            (std::abs(rule.factor) * (1 + 3 * kU) * (*this)(Stage::Scores, h) + 3 * kU * scaled.cwiseAbs()).array() +
            precision_.underflow;
        add(Stage::Scaled, dScaled);
        const Allowed everywhere = Allowed::Constant(allowed.rows(), allowed.cols(), true);
        const MatrixD none = MatrixD::Zero(allowed.rows(), allowed.cols());
        if (rule.mask.isOn() && rule.masksAfter)
            add(Stage::Masked,
                allowed.select(ofSoftmax(softmaxWeights(scaled, everywhere), scaled, dScaled, everywhere), none));
        else if (rule.mask.isOn())
            add(Stage::Masked, allowed.select(dScaled, none));
        const MatrixD& weights = t(Stage::Weights, h);
        if (rule.normalisation == Normalisation::Sum)
            add(Stage::Weights, ofSum(weights, scaled, dScaled, allowed));
        else
            add(Stage::Weights, ofSoftmax(weights, scaled, dScaled, allowed));
    }

    void addDropped(const ReferenceTrace& t, std::size_t h, const ScoreRule& rule) {
        if (rule.dropout) { // rounded factor, rounded product; what is dropped is 0
            const MatrixD& kept = t(Stage::Dropped, h);
            const MatrixD bound = rule.dropout->factor * (1 + 3 * kU) * (*this)(Stage::Weights, h) +
                                  3 * kU * kept.cwiseAbs();
            const CellMask& dropped = rule.dropout->dropped[h];
            add(Stage::Dropped, bound);
            for (Index row = 0; row < kept.rows(); ++row)
                for (Index col = 0; col < kept.cols(); ++col)
                    if (dropped(row, col)) (*this)(Stage::Dropped, h)(row, col) = 0;
        }
    }

    // Bounds the softmax. Each exponent (score - top) * factor is off by the error of the scaled score (which includes
    // rounding the factor and the product), by one rounding of the difference, and by the error of the top, which is
    // common to the row and cancels; exp is off by what Precision says, 2 u on the CPU. So e is off by a factor within
    // exp(+-epsilon) (1 +- 2 u), and the row's sum by the weighted mean of these factors. The whole-number sum is off
    // by N 2^-47, the quotient by what Precision says; 2 u more cover the products of these errors. Below exp(-87.3)
    // everything is 0. A weight is between 0 and 1, whatever the scores are.
    MatrixD ofSoftmax(const MatrixD& weights, const MatrixD& scaled, const MatrixD& dScaled,
                      const Allowed& allowed) const {
        MatrixD bound = MatrixD::Zero(scaled.rows(), scaled.cols());
        const double off = (2 * precision_.exp + precision_.quotient + 2) * kU;
        for (Index row = 0; row < bound.rows(); ++row) {
            double max = -INFINITY, sum = 0;
            for (Index col = 0; col < bound.cols(); ++col)
                if (allowed(row, col)) max = std::max(max, scaled(row, col) + dScaled(row, col));
            if (!holds(scaled, dScaled, allowed, row)) {
                for (Index col = 0; col < bound.cols(); ++col) bound(row, col) = allowed(row, col) ? INFINITY : 0;
                continue;
            }
            const auto factor = [&](Index col) {
                const double less = max - scaled(row, col) + dScaled(row, col);
                return std::exp(dScaled(row, col) + 3 * kU * less);
            };
            for (Index col = 0; col < bound.cols(); ++col)
                if (allowed(row, col)) sum += weights(row, col) * factor(col);
            const double terms = static_cast<double>(bound.cols()) * 0x1p-46;
            for (Index col = 0; col < bound.cols(); ++col) {
                if (!allowed(row, col)) continue;
                const double relative = factor(col) * sum * (1 + terms) * (1 + off) - 1;
                bound(row, col) = cut(relative * weights(row, col) + 1.2e-38, 1 + off);
            }
        }
        return bound;
    }

    // Bounds (s + ds) / (S + dS) - s / S, where S is the sum of floats in both. The quotient is rounded once; the
    // double sum is practically exact.
    MatrixD ofSum(const MatrixD& weights, const MatrixD& scaled, const MatrixD& dScaled, const Allowed& allowed) const {
        MatrixD bound = MatrixD::Zero(scaled.rows(), scaled.cols());
        for (Index row = 0; row < bound.rows(); ++row) {
            double sum = 0, error = 0;
            for (Index col = 0; col < bound.cols(); ++col)
                if (allowed(row, col)) {
                    sum += scaled(row, col);
                    error += dScaled(row, col) + kU * std::abs(scaled(row, col));
                }
            const double tolerance = std::abs(sum) - error;
            for (Index col = 0; col < bound.cols(); ++col) {
                if (!allowed(row, col)) continue;
                const double w = std::abs(weights(row, col));
                const double off = (dScaled(row, col) + w * error) / tolerance * (1 + 2 * kU) + 2 * kU * w +
                                   precision_.underflow;
                bound(row, col) = tolerance > 0 && isHeld(w + off) ? off : INFINITY;
            }
        }
        return bound;
    }

    /// Counts one rounding of the residual's sum; ofNorm() bounds the norm.
    void addResult(const ReferenceTrace& t, const LayerWeights& layer) {
        if (!t.has(Stage::Result)) return;
        const Stage last = layer[Parameter::Wo] ? Stage::Output : Stage::Concat;
        MatrixD made = t(last), bound = (*this)(last);
        if (layer.residual) {
            bound += (*this)(Stage::X) + kU * ((made.cwiseAbs() + t(Stage::X).cwiseAbs()) + bound + (*this)(Stage::X));
            made += t(Stage::X);
        }
        add(Stage::Result, layer.hasNorm(Norm::Place::After) ? ofNorm(made, bound, layer) : bound);
    }

    /// Counts a sum of H products with a rounded factor (the mean), one more sum for the identity, and then N products.
    void addRollout(const ReferenceTrace& t, Stage stage, const LayerWeights& layer, const Below& below) {
        const auto heads = all(Stage::Weights).size();
        const Index n = t(stage).rows(), keys = t(stage).cols();
        MatrixD size = MatrixD::Identity(n, keys) * (1 - rolloutShare(stage)), step = size,
                bound = MatrixD::Zero(n, keys);
        for (std::size_t h = 0; h < heads; ++h) {
            if (!layer.heads[h].isOn) continue;
            const double share = rolloutShare(stage) * layer.shareOf(h);
            step += share * t(Stage::Weights, h);
            size += share * (t(Stage::Weights, h).cwiseAbs() + (*this)(Stage::Weights, h));
            bound += share * (*this)(Stage::Weights, h);
        }
        bound += gamma(static_cast<Index>(heads) + 3) * size;
        if (below.first && stage != Stage::Mean)
            bound = ofProduct(step, bound, (*below.first)(stage), (*below.second)(stage), n);
        add(stage, bound);
    }

    static double cut(double bound, double max) { return bound <= max ? bound : max; }
    /// True if float32 can hold the number: it is neither infinite nor NaN.
    static bool isHeld(double number) { return number <= static_cast<double>(std::numeric_limits<float>::max()); }
    static bool holds(const MatrixD& values, const MatrixD& bound, const Allowed& allowed, Index row) {
        for (Index col = 0; col < values.cols(); ++col)
            if (allowed(row, col) && !isHeld(std::abs(values(row, col)) + bound(row, col))) return false;
        return true;
    }
};

} // namespace headlight::testing
