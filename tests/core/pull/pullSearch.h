#pragma once
// Searches how near a pull can come, independently of pull(): with difference quotients of formulas written anew.

#include "pull/pull.h"
#include "support/traces.h"

#include <cmath>
#include <limits>
#include <random>

namespace headlight::testing {

inline PulledHead computedHead(const Session& session, int layer = 0, int head = 0) {
    return *pulledHead(session, programOf(session, layer), layer, head, tracesOf(session)[std::size_t(layer)]);
}

/// The numbers that a pull may move, as one vector: W_q, W_k, the query's embedding.
struct Moved {
    const PulledHead& head;
    Stage stage;
    Index query, key;
    PullFreedom free;

    Eigen::VectorXd reference() const {
        const Matrix &wq = *head.head[Parameter::Wq], &wk = *head.head[Parameter::Wk];
        Eigen::VectorXd all(wq.size() + (free.wk ? wk.size() : 0) + (free.x ? wq.rows() : 0));
        all.setZero();
        all.head(wq.size()) = Eigen::Map<const Eigen::VectorXf>(wq.data(), wq.size()).cast<double>();
        if (free.wk)
            all.segment(wq.size(), wk.size()) = Eigen::Map<const Eigen::VectorXf>(wk.data(), wk.size()).cast<double>();
        return all;
    }
    /// Returns the score, or a weight's logit, which has a slope everywhere.
    double of(const Eigen::VectorXd& all) const {
        const Matrix &floatWq = *head.head[Parameter::Wq], &floatWk = *head.head[Parameter::Wk];
        const MatrixD wq = Eigen::Map<const MatrixD>(all.data(), floatWq.rows(), floatWq.cols());
        MatrixD wk = floatWk.cast<double>(), queries = head.queries, keys = head.keys;
        if (free.wk) wk = Eigen::Map<const MatrixD>(all.data() + wq.size(), wk.rows(), wk.cols());
        for (Index i = 0; free.x && i < queries.rows(); ++i) {
            if (head.ids[std::size_t(i)] != head.ids[std::size_t(query)]) continue;
            queries.row(i) += all.tail(queries.cols()).transpose();
            if (head.isOneSentence) keys.row(i) += all.tail(queries.cols()).transpose();
        }
        MatrixD q = queries.row(query) * wq, k = keys * wk;
        if (const FrozenMatrix& b = head.head[Parameter::Bq]) q += b->cast<double>();
        if (const FrozenMatrix& b = head.head[Parameter::Bk]) k.rowwise() += b->cast<double>().row(0);
        const MatrixD z = q * k.transpose() * (stage == Stage::Scores ? 1 : head.rule.factor);
        double others = 0;
        for (Index m = 0; stage == Stage::Weights && m < k.rows(); ++m)
            if (m != key && head.rule.mask.allows(query, m)) others += std::exp(z(0, m) - z(0, key));
        return stage == Stage::Weights ? -std::log(others) : z(0, key);
    }
    Eigen::VectorXd slope(Eigen::VectorXd all) const {
        Eigen::VectorXd g(all.size());
        constexpr double kStep = 1e-6;
        for (Index i = 0; i < all.size(); ++i) {
            const double at = all(i);
            all(i) = at + kStep;
            g(i) = of(all);
            all(i) = at - kStep;
            g(i) = (g(i) - of(all)) / (2 * kStep);
            all(i) = at;
        }
        return g;
    }
};

/// Returns the distance to the target after many damped Gauss-Newton steps in double, from several starting points.
inline double nearestFound(const Moved& moved, double target) {
    const bool isWeight = moved.stage == Stage::Weights;
    const double wanted = isWeight ? std::log(target / (1 - target)) : target;
    const auto number = [&](double at) { return isWeight ? 1 / (1 + std::exp(-at)) : at; };
    std::mt19937 random(1);
    std::normal_distribution<double> normal;
    double best = std::numeric_limits<double>::infinity();
    for (const double around : {0.0, 1e-3, 0.1}) {
        Eigen::VectorXd all = moved.reference();
        for (double& one : all) one += around * normal(random);
        double off = wanted - moved.of(all);
        for (int step = 0; step < 300 && std::abs(off) > 1e-9; ++step) {
            const Eigen::VectorXd g = moved.slope(all);
            if (!(g.squaredNorm() > 1e-24)) break;
            double share = 1, next = off;
            for (; share > 1e-9; share /= 2)
                if (next = wanted - moved.of(all + share * off / g.squaredNorm() * g); std::abs(next) < std::abs(off))
                    break;
            if (!(std::abs(next) < std::abs(off))) break;
            all += share * off / g.squaredNorm() * g;
            off = next;
        }
        best = std::min(best, std::abs(number(wanted - off) - target));
    }
    return best;
}

} // namespace headlight::testing
