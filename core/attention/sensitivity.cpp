#include "attention/sensitivity.h"

#include <cmath>
#include <unordered_map>

namespace headlight {
namespace {

using RowD = Eigen::RowVectorXd;

/// One row of a layer norm: its output for x, and the derivatives through it.
class NormedRow {
public:
    NormedRow(const RowD& x, const LayerWeights& layer) : gain_(layer[Parameter::NormGain]->row(0).cast<double>()) {
        const double mean = x.mean();
        length_ = std::sqrt((x.array() - mean).square().mean() + layer.norm->eps);
        z_ = (x.array() - mean) / length_;
        normed = z_.cwiseProduct(gain_) + layer[Parameter::NormBias]->row(0).cast<double>();
    }
    RowD normed;
    /// Returns the derivatives by x from those by `normed`.
    RowD back(const RowD& d) const {
        const RowD dz = d.cwiseProduct(gain_);
        return (dz.array() - dz.mean() - z_.array() * dz.cwiseProduct(z_).mean()) / length_;
    }

private:
    RowD gain_, z_;
    double length_ = 1;
};

/// Returns c_m, see sensitivity(); nothing if the stage has no derivatives here.
std::optional<RowD> scoreDerivatives(Stage stage, Index query, Index key, const ScoreRule& rule, const RowD& weights) {
    RowD c = RowD::Zero(weights.size());
    if (stage == Stage::Scores || stage == Stage::Scaled || (stage == Stage::Masked && !rule.masksAfter)) {
        const bool isHidden = stage == Stage::Masked && !rule.mask.allows(query, key);
        c(key) = stage == Stage::Scores ? 1 : isHidden ? 0 : rule.factor;
        return c;
    }
    if (stage != Stage::Weights || rule.normalisation != Normalisation::Softmax) return {};
    c = -weights;
    c(key) = 0;
    c(key) = -c.sum(); // 1 - w, for which float32 has few digits if w is nearly 1
    return RowD(rule.factor * weights(key) * c);
}

RowD through(const FrozenMatrix& w, const RowD& d) { return w ? RowD(d * w->cast<double>().transpose()) : d; }

} // namespace

template <class M>
std::optional<Sensitivity> sensitivity(Stage stage, Index query, Index key, const AttendedHead<M>& of) {
    const auto c = scoreDerivatives(stage, query, key, of.rule, of.weights.row(0).template cast<double>());
    if (!c || !hasKnownScores(of.program)) return {};
    using enum Parameter;
    const PerHeadParameter<FrozenMatrix>& matrices = of.layer.heads.at(of.head);
    const FrozenMatrix &wq = matrices[Wq], &wk = matrices[Wk];
    const bool isNormed = of.program.find(Stage::Normed);
    const RowD q = of.q.row(0).template cast<double>();
    RowD u = RowD::Zero(q.size());
    for (Index m = 0; m < c->size(); ++m)
        if ((*c)(m) != 0) u += (*c)(m)*of.k.row(m).template cast<double>();

    Sensitivity s;
    s[X] = MatrixD::Zero(of.x.rows(), of.x.cols());
    if (of.xKv) s[Xkv] = MatrixD::Zero(of.xKv->rows(), of.xKv->cols());
    // Adds to `to` the derivatives by a row of X or X_kv. Returns what the heads read of the row; `d`: by that.
    const auto move = [&](const M& from, Index row, MatrixD& to, const RowD& d) {
        const RowD x = from.row(row).template cast<double>();
        if (!isNormed || &from != &of.x) {
            to.row(row) += d;
            return x;
        }
        const NormedRow norm(x, of.layer);
        to.row(row) += norm.back(d);
        return norm.normed;
    };
    const RowD xi = move(of.x, query, s[X], through(wq, u)), ofKey = through(wk, q);
    const M& keys = of.xKv ? *of.xKv : of.x;
    RowD sum = RowD::Zero(keys.cols()); // the sum of c_m x_m
    for (Index m = 0; m < c->size(); ++m)
        if ((*c)(m) != 0) sum += (*c)(m)*move(keys, m, of.xKv ? s[Xkv] : s[X], (*c)(m)*ofKey);
    if (wq) s[Wq] = xi.transpose() * u;
    if (wk) s[Wk] = sum.transpose() * q;
    if (matrices[Bq]) s[Bq] = u;
    if (matrices[Bk]) s[Bk] = c->sum() * q;
    return s;
}

template std::optional<Sensitivity> sensitivity(Stage, Index, Index, const AttendedHead<Matrix>&);
template std::optional<Sensitivity> sensitivity(Stage, Index, Index, const AttendedHead<MatrixD>&);

MatrixD sumOfShared(const MatrixD& x, const std::vector<int>& ids) {
    std::unordered_map<int, RowD> sums;
    for (Index row = 0; row < x.rows(); ++row) {
        const auto [at, isNew] = sums.try_emplace(ids[static_cast<std::size_t>(row)], x.row(row));
        if (!isNew) at->second += x.row(row);
    }
    MatrixD shared(x.rows(), x.cols());
    for (Index row = 0; row < x.rows(); ++row) shared.row(row) = sums.at(ids[static_cast<std::size_t>(row)]);
    return shared;
}

} // namespace headlight
