#include "attention/formulas.h"

#include "base/toFloat.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headlight {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kLargestFloat = std::numeric_limits<float>::max();

/// w for each allowed cell, 0 for the others.
void fillAllowed(MatrixD& weights, const Allowed& allowed, Index row, double w) {
    for (Index col = 0; col < weights.cols(); ++col) weights(row, col) = allowed(row, col) ? w : 0.0;
}

} // namespace

MatrixD projection(const MatrixD& x, const FrozenMatrix& w, const FrozenMatrix& bias) {
    MatrixD projected = x;
    if (w) projected = x.lazyProduct(w->cast<double>());
    if (bias) projected.rowwise() += bias->row(0).cast<double>();
    return projected;
}

MatrixD scores(const MatrixD& q, const MatrixD& k) { return q.lazyProduct(k.transpose()); }

double scoreFactor(const Options& options, Index dk) {
    double scale = 1;
    switch (options.scale.kind) {
    case Scale::Kind::None: break;
    case Scale::Kind::SqrtDk: scale = 1 / std::sqrt(static_cast<double>(dk)); break;
    case Scale::Kind::Factor: scale = options.scale.factor; break;
    }
    return std::clamp(scale / options.temperature, -kLargestFloat, kLargestFloat);
}

MatrixD scaledScores(const MatrixD& scores, double factor) { return scores * factor; }

Allowed allowedCells(const Mask& mask, Index queries, Index keys) {
    Allowed allowed(queries, keys);
    for (Index query = 0; query < queries; ++query)
        for (Index key = 0; key < keys; ++key) allowed(query, key) = mask.allows(query, key);
    return allowed;
}

MatrixD maskedScores(const MatrixD& scaled, const Allowed& allowed) { return allowed.select(scaled, -kInfinity); }

MatrixD softmaxWeights(const MatrixD& scaled, const Allowed& allowed) {
    MatrixD weights = MatrixD::Zero(scaled.rows(), scaled.cols());
    for (Index row = 0; row < scaled.rows(); ++row) {
        double max = -kInfinity;
        bool broken = false;
        for (Index col = 0; col < scaled.cols(); ++col) {
            if (!allowed(row, col)) continue;
            const double s = scaled(row, col);
            broken = broken || std::isnan(s) || s == kInfinity;
            max = std::fmax(max, s);
        }
        if (broken) fillAllowed(weights, allowed, row, kNaN);
        if (broken || max == -kInfinity) continue;

        double sum = 0;
        for (Index col = 0; col < scaled.cols(); ++col) {
            if (!allowed(row, col)) continue;
            weights(row, col) = std::exp(scaled(row, col) - max);
            sum += weights(row, col);
        }
        weights.row(row) /= sum;
    }
    return weights;
}

MatrixD sumWeights(const MatrixD& scaled, const Allowed& allowed) {
    MatrixD weights = MatrixD::Zero(scaled.rows(), scaled.cols());
    for (Index row = 0; row < scaled.rows(); ++row) {
        double sum = 0;
        for (Index col = 0; col < scaled.cols(); ++col)
            if (allowed(row, col)) sum += static_cast<double>(toFloat(scaled(row, col)));
        const bool broken = !std::isfinite(sum) || sum == 0;
        for (Index col = 0; col < scaled.cols(); ++col)
            if (allowed(row, col)) weights(row, col) = broken ? kNaN : scaled(row, col) / sum;
    }
    return weights;
}

MatrixD context(const MatrixD& weights, const MatrixD& v, const Allowed& allowed) {
    MatrixD sum = MatrixD::Zero(weights.rows(), v.cols());
    for (Index query = 0; query < weights.rows(); ++query)
        for (Index key = 0; key < weights.cols(); ++key)
            if (allowed(query, key)) sum.row(query) += weights(query, key) * v.row(key);
    return sum;
}

MatrixD sideBySide(const std::vector<MatrixD>& contexts) {
    Index cols = 0;
    for (const MatrixD& context : contexts) cols += context.cols();
    MatrixD concat(contexts.at(0).rows(), cols);
    cols = 0;
    for (const MatrixD& context : contexts) {
        concat.middleCols(cols, context.cols()) = context;
        cols += context.cols();
    }
    return concat;
}

ReferenceTrace reference(const Layer& layer, MatrixD x, const MatrixD* keys) {
    ReferenceTrace t;
    const Allowed allowed = allowedCells(layer.options.mask, x.rows(), keys ? keys->rows() : x.rows());
    t.add(Stage::X, std::move(x));
    if (keys) t.add(Stage::XKv, *keys);
    for (std::size_t h = 0; h < layer.heads.size(); ++h) {
        for (const Projection& p : kProjections)
            t.add(p.stage,
                  projection(t(t.has(p.input) ? p.input : Stage::X), layer.heads[h][p.weight], layer.heads[h][p.bias]));
        t.factor = scoreFactor(layer.options, t(Stage::Q, h).cols());
        t.add(Stage::Scores, scores(t(Stage::Q, h), t(Stage::K, h)));
        t.add(Stage::Scaled, scaledScores(t(Stage::Scores, h), t.factor));
        if (layer.options.mask.isOn()) t.add(Stage::Masked, maskedScores(t(Stage::Scaled, h), allowed));
        t.add(Stage::Weights, layer.options.normalisation == Normalisation::Softmax
                                  ? softmaxWeights(t(Stage::Scaled, h), allowed)
                                  : sumWeights(t(Stage::Scaled, h), allowed));
        t.add(Stage::Context, context(t(Stage::Weights, h), t(Stage::V, h), allowed));
    }
    t.add(Stage::Concat, sideBySide(t.all(Stage::Context)));
    if (layer[Parameter::Wo])
        t.add(Stage::Output, projection(t(Stage::Concat), layer[Parameter::Wo], layer[Parameter::Bo]));
    if (layer.residual) t.add(Stage::Result, t(Stage::X) + t(layer[Parameter::Wo] ? Stage::Output : Stage::Concat));
    return t;
}

ReferenceTrace reference(const Session& session, int layerIndex) {
    const MatrixD keys = session.source ? tokenVectors(*session.source).cast<double>() : MatrixD();
    MatrixD x = tokenVectors(session.text).cast<double>();
    for (std::size_t l = 0;; ++l) {
        const Layer& layer = session.layers.at(l);
        ReferenceTrace trace = reference(layer, std::move(x), session.source ? &keys : nullptr);
        if (l == static_cast<std::size_t>(layerIndex)) return trace;
        x = std::move(trace(resultStage(layer)));
    }
}

} // namespace headlight
