#include "attention/formulas.h"

#include "base/toFloat.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

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

MatrixD layerNorm(const MatrixD& x, const FrozenMatrix& gainRow, const FrozenMatrix& biasRow, double eps) {
    const MatrixD gain = gainRow->cast<double>(), bias = biasRow->cast<double>();
    MatrixD normed(x.rows(), x.cols());
    for (Index row = 0; row < x.rows(); ++row) {
        const double mean = x.row(row).mean();
        const double variance = (x.row(row).array() - mean).square().mean();
        for (Index col = 0; col < x.cols(); ++col)
            normed(row, col) = (x(row, col) - mean) / std::sqrt(variance + eps) * gain(0, col) + bias(0, col);
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

MatrixD restOfWeights(const MatrixD& weights, const Allowed& allowed) {
    MatrixD rest = MatrixD::Zero(weights.rows(), weights.cols());
    for (Index row = 0; row < weights.rows(); ++row) {
        double sum = 0;
        for (Index col = 1; col < weights.cols(); ++col) sum += weights(row, col);
        for (Index col = 1; col < weights.cols(); ++col)
            if (allowed(row, col) && sum != 0) rest(row, col) = weights(row, col) / sum;
    }
    return rest;
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

MatrixD meanOfHeads(const std::vector<MatrixD>& weights, const LayerWeights& layer) {
    MatrixD mean = MatrixD::Zero(weights.at(0).rows(), weights[0].cols());
    for (std::size_t head = 0; head < weights.size(); ++head)
        if (layer.heads[head].isOn) mean += layer.shareOf(head) * weights[head];
    return mean;
}

MatrixD rollout(const MatrixD& mean, double share, const MatrixD* below) {
    const MatrixD step = share * mean + (1 - share) * MatrixD::Identity(mean.rows(), mean.cols());
    return below ? MatrixD(step.lazyProduct(*below)) : step;
}

Matrix rounded(const MatrixD& exact) {
    return exact.unaryExpr([](double x) { return toFloat(x); });
}

namespace {

/// The formulas of one layer.
class Reference {
public:
    Reference(const LayerWeights& layer, const ScoreRule& rule, ReferenceTrace& trace)
        : layer_(layer), rule_(rule), trace_(trace) {}

    /// Computes the stage of a head, or with head 0 of the layer.
    MatrixD made(const Op& op, std::size_t head) {
        const auto input = [&](std::size_t i) -> const MatrixD& {
            return trace_(op.inputs[i], infoOf(op.inputs[i]).scope == Scope::Head ? head : 0);
        };
        const auto parameter = [&](std::size_t i) -> const FrozenMatrix& { return layer_.of(op.parameters[i], head); };
        switch (op.kind) {
        case Op::Kind::Lookup:
        case Op::Kind::Positions:
        case Op::Kind::Rollout: break; // these read the session, and the layer below
        case Op::Kind::Given: {
            const MatrixD given = parameter(0)->cast<double>();
            if (head == 0 && infoOf(op.result).isMap()) allowed_ = allowedCells(rule_.mask, given.rows(), given.cols());
            return given;
        }
        case Op::Kind::Copy: return input(0);
        case Op::Kind::Sum: return input(0) + input(1);
        case Op::Kind::Affine: return projection(input(0), parameter(0), parameter(1));
        case Op::Kind::Norm:
            return layerNorm(op.inputs.size() > 1 ? input(0) + input(1) : input(0), parameter(0), parameter(1),
                             layer_.norm->eps);
        case Op::Kind::Scores:
            if (head == 0) allowed_ = allowedCells(rule_.mask, input(0).rows(), input(1).rows());
            return scores(input(0), input(1));
        case Op::Kind::Scale: return scaledScores(input(0), rule_.factor);
        case Op::Kind::Mask: return maskedScores(input(0), allowed_);
        case Op::Kind::SoftmaxOfAll: return maskedWeights(input(0), allowed_);
        case Op::Kind::Softmax:
        case Op::Kind::Renormalise: return softmaxWeights(input(0), allowed_);
        case Op::Kind::Shares: return sumWeights(input(0), allowed_);
        case Op::Kind::Dropout: return droppedWeights(input(0), rule_.dropout->dropped.at(head), rule_.dropout->factor);
        case Op::Kind::WeightedSum:
            if (!layer_.heads[head].isOn) return MatrixD::Zero(input(0).rows(), input(1).cols());
            return context(input(0), input(1), reached(head));
        case Op::Kind::Rest: return restOfWeights(input(0), allowed_);
        case Op::Kind::Mean: return meanOfHeads(trace_.all(op.inputs[0]), layer_);
        case Op::Kind::Beside: return sideBySide(trace_.all(op.inputs[0]));
        }
        throw std::logic_error(std::string("no formula for the stage ") + infoOf(op.result).id);
    }

private:
    /// Returns the cells of a head that are neither masked nor dropped.
    Allowed reached(std::size_t head) const {
        Allowed reached = allowed_;
        for (Index row = 0; rule_.dropout && row < reached.rows(); ++row)
            for (Index col = 0; col < reached.cols(); ++col)
                reached(row, col) = reached(row, col) && !rule_.dropout->dropped[head](row, col);
        return reached;
    }

    const LayerWeights& layer_;
    const ScoreRule& rule_;
    const ReferenceTrace& trace_;
    Allowed allowed_;
};

/// Adds the embeddings, the positions and their sum, or what the layer below makes.
void addInput(const Op& op, const Session& session, const ReferenceTrace* below, ReferenceTrace& trace) {
    const Text& text = infoOf(op.result).rows == Side::Tokens ? session.text : keyText(session);
    const auto made = [&]() -> MatrixD {
        if (op.isFromBelow && infoOf(op.result).isOfModel) { // the second sentence is the same for all layers
            const MatrixD vectors = tokenVectors(text).cast<double>();
            if (!session.positions) return vectors;
            return vectors + positionRows(*session.positions, vectors.rows(), vectors.cols());
        }
        if (op.kind == Op::Kind::Lookup) return tokenVectors(text).cast<double>();
        if (op.kind == Op::Kind::Given) return layerAt(session, 0)[op.parameters[0]]->cast<double>();
        if (op.kind == Op::Kind::Positions)
            return positionRows(*session.positions, text.tokens->count(), text.embeddings.cols());
        return below && op.isFromBelow ? (*below)(op.inputs[0]) : MatrixD(trace(op.inputs[0]) + trace(op.inputs[1]));
    };
    trace.add(op.result, made());
}

} // namespace

void reference(const Program& program, const LayerWeights& layer, const ScoreRule& rule, ReferenceTrace& trace) {
    Reference formulas(layer, rule, trace);
    for (const Op& op : program.behindInputs()) {
        const std::size_t count = infoOf(op.result).scope == Scope::Head ? layer.heads.size() : 1;
        for (std::size_t head = 0; op.kind != Op::Kind::Rollout && head < count; ++head)
            trace.add(op.result, formulas.made(op, head));
    }
}

std::vector<ReferenceTrace> exactLayers(const Session& session, std::span<const Program> programs) {
    std::vector<ReferenceTrace> layers;
    for (const Program& program : programs) {
        const int l = static_cast<int>(layers.size());
        const Layer& layer = layerAt(session, l);
        const LayerWeights weights = weightsOf(layer);
        const ReferenceTrace* below = l > 0 ? &layers.back() : nullptr;
        ReferenceTrace trace;
        for (const Op& op : program.inputs()) addInput(op, session, below, trace);
        reference(program, weights, ruleOf(layer, sizesOf(session, l)), trace);
        for (const Op& op : program)
            if (op.kind == Op::Kind::Rollout)
                trace.add(op.result, rollout(meanOfHeads(trace.all(op.inputs[0]), weights), rolloutShare(op.result),
                                             below ? &(*below)(op.result) : nullptr));
        layers.push_back(std::move(trace));
    }
    return layers;
}

ReferenceTrace reference(const Session& session, int layer) {
    std::vector<Program> programs;
    for (int l = 0; l <= layer; ++l) programs.push_back(programOf(session, l));
    return std::move(exactLayers(session, programs).back());
}

} // namespace headlight
