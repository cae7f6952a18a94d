#include "attention/pull.h"

#include "attention/formulas.h"
#include "base/toFloat.h"

#include <Eigen/Cholesky>
#include <Eigen/QR>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headlight {
namespace {

using RowD = Eigen::RowVectorXd;

constexpr int kMostSteps = 200, kFewestSteps = 10, kMostHalvings = 30;
constexpr double kMostWork = 2e8;     // multiplications, but for halved steps
constexpr double kLargestStep = 8;    // of the logit of a weight
constexpr double kLargestEntry = 1e6; // behind it float32 has no room for the target
constexpr double kClose = 1e-10;      // in double
constexpr double kReached = 5e-5;     // rounded to float32
constexpr double kFlat = 1e-9, kLeastCurve = 1e-30;
constexpr double kShareOfBound = 0.999; // of what equal keys can have

/// The free numbers; those that are not free have no rows.
struct Entries {
    MatrixD wq, wk, x;
    Entries moved(const Entries& by, double share) const {
        return {wq + share * by.wq, wk + share * by.wk, x + share * by.x};
    }
    double largest() const {
        double most = 0;
        for (const MatrixD* m : {&wq, &wk, &x})
            if (m->size() > 0) most = std::max(most, m->cwiseAbs().maxCoeff());
        return most;
    }
};

class Puller {
public:
    Puller(const PulledHead& head, Stage stage, Index query, Index key, const PullFreedom& free)
        : head_(head), stage_(stage), query_(query), key_(key) {
        const auto matrix = [&](Parameter p) {
            return head.head[p] ? MatrixD(head.head[p]->cast<double>()) : MatrixD();
        };
        start_.wq = matrix(Parameter::Wq);
        if (free.wk && !free.onlyThisRow) start_.wk = matrix(Parameter::Wk);
        const bool isXFree = free.x && !free.onlyThisRow && !head.ids.empty();
        if (isXFree) start_.x = MatrixD::Zero(1, head.queries.cols());
        isToken_.resize(static_cast<std::size_t>(head.queries.rows()));
        for (std::size_t i = 0; i < isToken_.size(); ++i)
            isToken_[i] = isXFree && head.ids[i] == head.ids[static_cast<std::size_t>(query)];
        along_ = head.queries.row(query);
        keys_ = projection(head.keys, head.head[Parameter::Wk], head.head[Parameter::Bk]);
    }

    /// Changes of W_q are that of the query alone; false: that cannot be.
    bool takeOnlyThisRow() {
        const MatrixD& x = head_.queries;
        const RowD one = RowD::Unit(x.rows(), query_);
        const RowD p = x.completeOrthogonalDecomposition().pseudoInverse().col(query_);
        along_ = p / p.squaredNorm();
        return (p * x.transpose() - one).cwiseAbs().maxCoeff() < 1e-9;
    }

    struct Value {
        double number = 0, goal = 0; ///< goal: what a step is taken by, the logit of a weight
        RowD q, moves;               ///< moves: the goal, by each score
        MatrixD k;
    };
    Value at(const Entries& e) const {
        Value value;
        const auto [queries, keys] = inputs(e);
        value.q = e.wq.size() > 0 ? RowD(queries * e.wq) : queries;
        if (const FrozenMatrix& bias = head_.head[Parameter::Bq]) value.q += bias->row(0).cast<double>();
        value.k = keys_;
        if (e.wk.size() > 0)
            value.k = keys * e.wk;
        else if (e.x.size() > 0)
            value.k = projection(keys, head_.head[Parameter::Wk], {});
        if (const FrozenMatrix& bias = head_.head[Parameter::Bk]; bias && (e.wk.size() > 0 || e.x.size() > 0))
            value.k.rowwise() += bias->row(0).cast<double>();
        measure(value);
        return value;
    }

    /// The derivatives of the goal, and their squares' sum.
    std::pair<Entries, double> gradient(const Entries& e, const Value& value) const {
        Entries g = e.moved(e, -1);
        const RowD u = value.moves * value.k;
        const auto [query, keys] = inputs(e);
        const RowD along = e.x.size() > 0 ? query : along_;
        if (g.wq.size() > 0) g.wq = along.transpose() * u;
        if (g.wk.size() > 0) g.wk = (value.moves * keys).transpose() * value.q;
        if (g.x.size() > 0) {
            g.x = e.wq.size() > 0 ? RowD(u * e.wq.transpose()) : u;
            double own = 0; // of keys of the same token
            for (std::size_t m = 0; head_.isOneSentence && m < isToken_.size(); ++m)
                if (isToken_[m]) own += value.moves(static_cast<Index>(m));
            g.x += own * (e.wk.size() > 0 ? RowD(value.q * e.wk.transpose()) : throughWk(value.q));
        }
        return {g, g.wq.squaredNorm() + g.wk.squaredNorm() + g.x.squaredNorm()};
    }

    /// A Newton step of W_q alone that raises the logit of a weight, which is concave in the query; and by how much it
    /// should. So it comes to the largest logit that there is, or grows without end.
    std::pair<Entries, double> newton(const Entries& e, const Value& value) const {
        const RowD along = e.x.size() > 0 ? inputs(e).first : along_;
        RowD others = value.moves;
        others(key_) = 0;
        const MatrixD apart = value.k.rowwise() - RowD(others * value.k) / others.sum();
        MatrixD curve = -value.moves(key_) * apart.transpose() * others.asDiagonal() * apart;
        curve.diagonal().array() += kFlat * curve.trace() + kLeastCurve;
        const RowD slope = value.moves * value.k, q = curve.ldlt().solve(slope.transpose()).transpose();
        Entries step = e.moved(e, -1);
        step.wq = along.transpose() * q / along.dot(inputs(e).first);
        return {step, slope.dot(q)};
    }

    /// How many keys have that one's numbers whatever changes, itself among them.
    Index equalKeys() const {
        Index count = 0;
        const auto isOfToken = [&](Index m) { return head_.isOneSentence && isToken_[static_cast<std::size_t>(m)]; };
        const bool areInputs = start_.wk.size() > 0 || start_.x.size() > 0;
        for (Index m = 0; m < keys_.rows(); ++m) {
            if (!head_.rule.mask.allows(query_, m)) continue;
            const bool isSame = areInputs ? head_.keys.row(m) == head_.keys.row(key_) && isOfToken(m) == isOfToken(key_)
                                          : keys_.row(m) == keys_.row(key_);
            count += isSame;
        }
        return count;
    }

    /// Whether anything that is free moves the goal. Where nothing does at first, it starts with another query: near,
    /// where a weight is as large as it can be, to go down from there; else, where keys are all zeros, anywhere.
    bool moves(const Value& value) {
        constexpr double kNear = 1e-3;
        if (gradient(start_, value).second > 0) return true;
        if (start_.wq.size() == 0) return false;
        RowD away = RowD::Constant(start_.wq.cols(), 1 / std::sqrt(double(start_.wq.cols())));
        for (Index m = 0; stage_ == Stage::Weights && m < value.k.rows(); ++m)
            if (const RowD apart = value.k.row(key_) - value.k.row(m);
                apart.norm() > 0 && head_.rule.mask.allows(query_, m)) {
                away = kNear / apart.norm() * apart;
                break;
            }
        start_.wq += along_.transpose() * away;
        return gradient(start_, at(start_)).second > 0;
    }

    const Entries& start() const { return start_; }
    /// So many that a hand need not wait for them.
    int mostSteps(bool areNewton) const {
        const bool areKeys = start_.wk.size() > 0 || start_.x.size() > 0;
        const auto m = static_cast<double>(keys_.rows()), dk = static_cast<double>(keys_.cols());
        const double cost = m * dk * (areKeys ? static_cast<double>(head_.keys.cols()) : 1.0) +
                            (areNewton ? (m + dk) * dk * dk : 0);
        return std::clamp(static_cast<int>(std::min(kMostWork / cost, 1e6)), kFewestSteps, kMostSteps);
    }

private:
    RowD throughWk(const RowD& q) const {
        const FrozenMatrix& wk = head_.head[Parameter::Wk];
        return wk ? RowD(q * wk->cast<double>().transpose()) : q;
    }
    /// The query's row and what the keys are made of.
    std::pair<RowD, MatrixD> inputs(const Entries& e) const {
        RowD query = head_.queries.row(query_);
        const bool areKeys = e.wk.size() > 0 || e.x.size() > 0;
        MatrixD keys = areKeys ? head_.keys : MatrixD();
        if (e.x.size() > 0) {
            query += e.x.row(0);
            for (Index m = 0; head_.isOneSentence && m < keys.rows(); ++m)
                if (isToken_[static_cast<std::size_t>(m)]) keys.row(m) += e.x.row(0);
        }
        return {std::move(query), std::move(keys)};
    }
    void measure(Value& value) const {
        const double factor = stage_ == Stage::Scores ? 1 : head_.rule.factor;
        value.moves = RowD::Zero(value.k.rows());
        const RowD z = factor * (value.q * value.k.transpose());
        value.moves(key_) = factor;
        if (stage_ != Stage::Weights) {
            value.number = value.goal = z(key_);
            return;
        }
        double most = -INFINITY, sum = 0;
        const auto isOther = [&](Index m) { return m != key_ && head_.rule.mask.allows(query_, m); };
        for (Index m = 0; m < z.size(); ++m)
            if (isOther(m)) most = std::max(most, z(m));
        for (Index m = 0; m < z.size(); ++m)
            if (isOther(m)) sum += std::exp(z(m) - most);
        value.goal = z(key_) - most - std::log(sum);
        value.number = 1 / (1 + std::exp(-value.goal));
        for (Index m = 0; m < z.size(); ++m)
            if (isOther(m)) value.moves(m) = -factor * std::exp(z(m) - most) / sum;
        if (most == -INFINITY) { // the only key
            value.number = 1;
            value.moves.setZero();
        }
    }

    const PulledHead& head_;
    Stage stage_;
    Index query_, key_;
    Entries start_;
    std::vector<bool> isToken_; ///< of the query, where its embedding is free
    RowD along_;                ///< W_q changes by its transpose times any row
    MatrixD keys_;
};

/// Steps of least norm; and where these are too short to raise a weight, of Newton.
Entries stepped(const Puller& head, Stage stage, double target) {
    const bool isWeight = stage == Stage::Weights;
    const double goal = isWeight ? std::log(target / (1 - target)) : target;
    Entries entries = head.start();
    Puller::Value now = head.at(entries);
    const auto step = [&](bool isNewton) {
        const double miss = goal - now.goal;
        const auto [slope, square] = isNewton ? head.newton(entries, now) : head.gradient(entries, now);
        double share = (isWeight ? std::clamp(miss, -kLargestStep, kLargestStep) : miss) / square;
        if (isNewton) share = std::min(share, 1.0);
        for (int halvings = 0; halvings < kMostHalvings; ++halvings, share /= 2) {
            Entries next = entries.moved(slope, share);
            if (!(next.largest() < kLargestEntry)) continue;
            Puller::Value then = head.at(next);
            if (!(std::abs(goal - then.goal) < std::abs(miss))) continue;
            entries = std::move(next);
            now = std::move(then);
            return true;
        }
        return false;
    };
    for (const bool isNewton : {false, true})
        for (int left = head.mostSteps(isNewton); left > 0; --left)
            if (std::abs(now.number - target) <= kClose * std::max(1.0, std::abs(target)) ||
                (isNewton && !(isWeight && now.goal < goal)) || !step(isNewton))
                break;
    return entries;
}

MatrixD rounded(const MatrixD& m) {
    return m.unaryExpr([](double v) { return static_cast<double>(toFloat(v)); });
}

} // namespace

Pull pull(const PulledHead& head, Stage stage, Index query, Index key, double target, const PullFreedom& free) {
    Puller puller(head, stage, query, key, free);
    Pull pulled;
    const Puller::Value before = puller.at(puller.start());
    pulled.reached = before.number;
    const auto impossible = [&](Pull::Why why) {
        pulled.why = why;
        return pulled;
    };
    const bool isWeight = stage == Stage::Weights;
    if (isWeight && !head.rule.mask.allows(query, key)) {
        pulled.reached = 0;
        return impossible(Pull::Why::Masked);
    }
    if (free.onlyThisRow && !puller.takeOnlyThisRow()) return impossible(Pull::Why::DependentRows);
    if (!puller.moves(before)) return impossible(Pull::Why::NothingFree);
    const double bound = isWeight ? 1.0 / static_cast<double>(puller.equalKeys()) : INFINITY;
    const bool isBeyond = isWeight && target >= bound;
    Entries entries = stepped(puller, stage, isBeyond ? kShareOfBound * bound : target);
    for (MatrixD* m : {&entries.wq, &entries.wk, &entries.x}) *m = rounded(*m);
    pulled.reached = puller.at(entries).number;
    const bool isReached = std::abs(pulled.reached - target) <= kReached * std::max(1.0, std::abs(target));
    pulled.outcome = isBeyond ? Pull::Outcome::Impossible : isReached ? Pull::Outcome::Reached : Pull::Outcome::Nearest;
    if (isBeyond) pulled.why = Pull::Why::EqualKeys;
    if (entries.wq.size() > 0) pulled.wq = Matrix(entries.wq.cast<float>());
    if (entries.wk.size() > 0) pulled.wk = Matrix(entries.wk.cast<float>());
    pulled.x = entries.x.cast<float>();
    return pulled;
}

} // namespace headlight
