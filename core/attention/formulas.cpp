#include "attention/formulas.h"

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

Allowed allowedCells(const Options& options, Index queries, Index keys) {
    Allowed allowed = Allowed::Constant(queries, keys, true);
    if (options.mask == MaskKind::None) return allowed;
    for (Index query = 0; query < queries; ++query)
        for (Index key = 0; key < keys; ++key)
            allowed(query, key) = options.mask == MaskKind::Causal ? key <= query
                                                                   : (*options.givenMask)(query, key) != 0.0F;
    return allowed;
}

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
            if (allowed(row, col)) sum += scaled(row, col);
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

ReferenceTrace reference(const Session& session, int layerIndex) {
    const Layer& layer = session.layers.at(static_cast<std::size_t>(layerIndex));
    ReferenceTrace trace;
    trace.x = tokenVectors(session.text).cast<double>();
    if (session.context) trace.xKv = tokenVectors(*session.context).cast<double>();
    const MatrixD& xKv = session.context ? trace.xKv : trace.x;

    for (const Head& head : layer.heads) {
        ReferenceHead& h = trace.heads.emplace_back();
        h.q = projection(trace.x, head[Parameter::Wq], head[Parameter::Bq]);
        h.k = projection(xKv, head[Parameter::Wk], head[Parameter::Bk]);
        h.v = projection(xKv, head[Parameter::Wv], head[Parameter::Bv]);
        h.scores = scores(h.q, h.k);
        h.factor = scoreFactor(layer.options, h.q.cols());
        h.scaled = scaledScores(h.scores, h.factor);
        const Allowed allowed = allowedCells(layer.options, h.scores.rows(), h.scores.cols());
        h.weights = layer.options.normalisation == Normalisation::Softmax ? softmaxWeights(h.scaled, allowed)
                                                                          : sumWeights(h.scaled, allowed);
        h.context = context(h.weights, h.v, allowed);
    }

    if (layer.heads.empty()) return trace;
    const Index dv = trace.heads.front().context.cols();
    trace.concat.resize(trace.x.rows(), dv * static_cast<Index>(trace.heads.size()));
    for (std::size_t h = 0; h < trace.heads.size(); ++h)
        trace.concat.middleCols(static_cast<Index>(h) * dv, dv) = trace.heads[h].context;
    if (layer[Parameter::Wo]) trace.output = projection(trace.concat, layer[Parameter::Wo], layer[Parameter::Bo]);
    return trace;
}

} // namespace headlight
