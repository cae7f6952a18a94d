#include "attention/formulas.h"

#include "base/toFloat.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headlight {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Sets each allowed cell of the row to w, and each masked cell to 0.
void fillAllowed(MatrixD& weights, const Allowed& allowed, Index row, double w) {
    for (Index col = 0; col < weights.cols(); ++col) weights(row, col) = allowed(row, col) ? w : 0.0;
}

} // namespace

MatrixD sinusoidalPositions(Index count, Index d) {
    MatrixD rows(count, d);
    for (Index col = 0; col < d; ++col) {
        const double length = std::pow(10000.0, static_cast<double>(col - col % 2) / static_cast<double>(d));
        for (Index p = 0; p < count; ++p) {
            const double angle = static_cast<double>(p) / length;
            rows(p, col) = col % 2 == 0 ? std::sin(angle) : std::cos(angle);
        }
    }
    return rows;
}

MatrixD positionRows(const Positions& positions, Index count, Index d) {
    if (positions.kind == Positions::Kind::Sinusoidal) return sinusoidalPositions(count, d);
    return positions.table->topRows(count).cast<double>();
}

MatrixD projection(const MatrixD& x, const FrozenMatrix& w, const FrozenMatrix& bias) {
    MatrixD projected = x;
    if (w) projected = x.lazyProduct(w->cast<double>());
    if (bias) projected.rowwise() += bias->row(0).cast<double>();
    return projected;
}

MatrixD layerNorm(const MatrixD& x, const LayerWeights& layer) {
    const MatrixD gain = layer[Parameter::NormGain]->cast<double>(), bias = layer[Parameter::NormBias]->cast<double>();
    MatrixD normed(x.rows(), x.cols());
    for (Index row = 0; row < x.rows(); ++row) {
        const double mean = x.row(row).mean();
        const double variance = (x.row(row).array() - mean).square().mean();
        for (Index col = 0; col < x.cols(); ++col)
            normed(row, col) = (x(row, col) - mean) / std::sqrt(variance + layer.norm->eps) * gain(0, col) +
                               bias(0, col);
    }
    return normed;
}

MatrixD scores(const MatrixD& q, const MatrixD& k) { return q.lazyProduct(k.transpose()); }

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

MatrixD maskedWeights(const MatrixD& scaled, const Allowed& allowed) {
    const Allowed everywhere = Allowed::Constant(scaled.rows(), scaled.cols(), true);
    return allowed.select(softmaxWeights(scaled, everywhere), MatrixD::Zero(scaled.rows(), scaled.cols()));
}

MatrixD sumWeights(const MatrixD& scaled, const Allowed& allowed) {
    MatrixD weights = MatrixD::Zero(scaled.rows(), scaled.cols());
    for (Index row = 0; row < scaled.rows(); ++row) {
        double sum = 0;
        for (Index col = 0; col < scaled.cols(); ++col)
            if (allowed(row, col)) sum += static_cast<double>(toFloat(scaled(row, col)));
        bool broken = !std::isfinite(sum) || sum == 0;
        for (Index col = 0; col < scaled.cols(); ++col) // a weight must be finite as float32
            broken = broken || (allowed(row, col) && !std::isfinite(toFloat(scaled(row, col) / sum)));
        for (Index col = 0; col < scaled.cols(); ++col)
            if (allowed(row, col)) weights(row, col) = broken ? kNaN : scaled(row, col) / sum;
    }
    return weights;
}

MatrixD droppedWeights(const MatrixD& weights, const CellMask& dropped, double factor) {
    MatrixD left = weights * factor;
    for (Index row = 0; row < left.rows(); ++row)
        for (Index col = 0; col < left.cols(); ++col)
            if (dropped(row, col)) left(row, col) = 0;
    return left;
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

MatrixD rollout(const std::vector<MatrixD>& weights, double share, const MatrixD* below) {
    MatrixD mean = MatrixD::Zero(weights.at(0).rows(), weights[0].cols());
    for (const MatrixD& head : weights) mean += head / static_cast<double>(weights.size());
    const MatrixD step = share * mean + (1 - share) * MatrixD::Identity(mean.rows(), mean.cols());
    return below ? MatrixD(step.lazyProduct(*below)) : step;
}

ReferenceTrace reference(const LayerWeights& layer, const ScoreRule& rule, MatrixD x, const MatrixD* keys) {
    ReferenceTrace t;
    const Allowed allowed = allowedCells(rule.mask, x.rows(), keys ? keys->rows() : x.rows());
    t.add(Stage::X, std::move(x));
    if (keys) t.add(Stage::XKv, *keys);
    if (layer.hasNorm(Norm::Place::Before)) t.add(Stage::Normed, layerNorm(t(Stage::X), layer));
    for (std::size_t h = 0; h < layer.heads.size(); ++h) {
        for (const Projection& p : kProjections) {
            const MatrixD& input = t(inputOf(p.input, layer, keys != nullptr));
            t.add(p.stage, projection(input, layer.heads[h][p.weight], layer.heads[h][p.bias]));
        }
        t.add(Stage::Scores, scores(t(Stage::Q, h), t(Stage::K, h)));
        t.add(Stage::Scaled, scaledScores(t(Stage::Scores, h), rule.factor));
        const MatrixD& scaled = t(Stage::Scaled, h);
        if (rule.mask.isOn())
            t.add(Stage::Masked, rule.masksAfter ? maskedWeights(scaled, allowed) : maskedScores(scaled, allowed));
        const bool isSoftmax = rule.normalisation == Normalisation::Softmax;
        t.add(Stage::Weights, isSoftmax ? softmaxWeights(scaled, allowed) : sumWeights(scaled, allowed));
        Allowed reaches = allowed;
        if (rule.dropout) {
            const CellMask& dropped = rule.dropout->dropped.at(h);
            t.add(Stage::Dropped, droppedWeights(t(Stage::Weights, h), dropped, rule.dropout->factor));
            for (Index row = 0; row < reaches.rows(); ++row)
                for (Index col = 0; col < reaches.cols(); ++col)
                    reaches(row, col) = reaches(row, col) && !dropped(row, col);
        }
        t.add(Stage::Context, context(t(rule.dropout ? Stage::Dropped : Stage::Weights, h), t(Stage::V, h), reaches));
    }
    t.add(Stage::Concat, sideBySide(t.all(Stage::Context)));
    if (layer[Parameter::Wo])
        t.add(Stage::Output, projection(t(Stage::Concat), layer[Parameter::Wo], layer[Parameter::Bo]));
    if (resultStage(layer) != Stage::Result) return t;
    MatrixD made = t(layer[Parameter::Wo] ? Stage::Output : Stage::Concat);
    if (layer.residual) made = t(Stage::X) + made;
    t.add(Stage::Result, layer.hasNorm(Norm::Place::After) ? layerNorm(made, layer) : made);
    return t;
}

ReferenceTrace reference(const Session& session, int layerIndex) {
    const auto input = [&](const Text& text, Stage embeddings, Stage positions, ReferenceTrace& trace) {
        MatrixD x = tokenVectors(text).cast<double>();
        if (!session.positions) return x;
        trace.add(embeddings, x);
        trace.add(positions, positionRows(*session.positions, x.rows(), x.cols()));
        return MatrixD(x + trace(positions));
    };
    ReferenceTrace first;
    const MatrixD keys = session.source ? input(*session.source, Stage::EmbeddingsKv, Stage::PositionsKv, first)
                                        : MatrixD();
    MatrixD x = input(session.text, Stage::Embeddings, Stage::Positions, first);
    PerStage<MatrixD> below;
    for (std::size_t l = 0;; ++l) {
        const Layer& layer = session.layers.at(l);
        const ScoreRule rule = ruleOf(layer.options, sizesOf(session, static_cast<int>(l)));
        ReferenceTrace trace = reference(weightsOf(layer), rule, std::move(x), session.source ? &keys : nullptr);
        for (const StageInfo& info : stages())
            if (l == 0 && first.has(info.stage)) trace.add(info.stage, first(info.stage));
        for (const StageInfo& info : stages()) {
            if (!info.isRollout || !hasStage(info.stage, session, static_cast<int>(l))) continue;
            MatrixD& rolled = below[info.stage];
            rolled = rollout(trace.all(Stage::Weights), rolloutShare(info.stage), l > 0 ? &rolled : nullptr);
            trace.add(info.stage, rolled);
        }
        if (l == static_cast<std::size_t>(layerIndex)) return trace;
        x = std::move(trace(resultStage(layer)));
    }
}

} // namespace headlight
