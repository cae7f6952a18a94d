#include "pull/Puller.h"

#include "attention/formulas.h"

#include <Eigen/Cholesky>
#include <Eigen/QR>

#include <algorithm>
#include <cmath>
#include <limits>

namespace headlight {
namespace {

constexpr int kMaxSteps = 200, kMinSteps = 10, kMaxShares = 60;
constexpr double kMaxWork = 2e8; // multiplications, halved steps not counted
// The share of a query's move by which others may move, and so other rows' scores with a key by that share of the move
// of this row's score with it. Scores that move by 14, for a weight from 0.001 to 0.999, move weights of other rows by
// at most 14 / 4 of the share: less than pull() takes for no difference. A pull of a score can be longer: if it raises
// the score by 1,000, other scores may move by 0.01.
constexpr double kStays = 1e-5;
constexpr double kFlat = 1e-9, kMinCurve = 1e-30;

} // namespace

Puller::Puller(const PulledHead& head, Stage stage, Index query, Index key, const PullFreedom& free)
    : head_(head), stage_(stage), query_(query), key_(key) {
    const auto matrix = [&](Parameter p) { return head.head[p] ? MatrixD(head.head[p]->cast<double>()) : MatrixD(); };
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

bool Puller::takeOnlyThisRow() {
    const MatrixD& x = head_.queries;
    const RowD one = RowD::Unit(x.rows(), query_);
    constexpr double kDigits = std::numeric_limits<float>::epsilon(); // the rounding of rows that are sums of rows
    // An embedding, however wide, is rounded at most three times: as a decimal, its position, their sum. Rows of layers
    // above, and after a norm, are made of sums of many numbers.
    const Index roundings = head_.ids.empty() ? std::max(x.rows(), x.cols()) : 4;
    Eigen::CompleteOrthogonalDecomposition<MatrixD> decomposed;
    decomposed.setThreshold(kDigits * static_cast<double>(roundings));
    const RowD p = decomposed.compute(x).pseudoInverse().col(query_);
    along_ = p / p.squaredNorm();
    return (p * x.transpose() - one).cwiseAbs().maxCoeff() < kStays;
}

Puller::Value Puller::at(const Entries& e) const {
    Value value;
    const auto [queries, keys] = inputs(e);
    value.q = e.wq.size() > 0 ? RowD(queries * e.wq) : queries;
    if (const FrozenMatrix& bias = head_.head[Parameter::Bq]) value.q += bias->row(0).cast<double>();
    value.k = keys_;
    if (e.wk.size() > 0)
        value.k = keys * e.wk;
    else if (e.x.size() > 0)
        value.k = projection(keys, head_.head[Parameter::Wk], {});
    if (const FrozenMatrix& bias = head_.head[Parameter::Bk]; bias && e.areKeysMoved())
        value.k.rowwise() += bias->row(0).cast<double>();
    measure(value);
    return value;
}

std::pair<Entries, double> Puller::gradient(const Entries& e, const Value& value) const {
    Entries g = e.moved(e, -1);
    const RowD u = value.moves * value.k;
    const auto [query, keys] = inputs(e);
    const RowD along = e.x.size() > 0 ? query : along_;
    if (g.wq.size() > 0) g.wq = along.transpose() * u;
    if (g.wk.size() > 0) g.wk = (value.moves * keys).transpose() * value.q;
    if (g.x.size() > 0) {
        g.x = e.wq.size() > 0 ? RowD(u * e.wq.transpose()) : u;
        double own = 0; // the derivative by keys of the same token
        for (std::size_t m = 0; head_.isOneSentence && m < isToken_.size(); ++m)
            if (isToken_[m]) own += value.moves(static_cast<Index>(m));
        g.x += own * (e.wk.size() > 0 ? RowD(value.q * e.wk.transpose()) : throughWk(value.q));
    }
    return {g, g.wq.squaredNorm() + g.wk.squaredNorm() + g.x.squaredNorm()};
}

std::pair<Entries, double> Puller::newton(const Entries& e, const Value& value) const {
    const RowD along = e.x.size() > 0 ? inputs(e).first : along_;
    RowD others = value.moves;
    others(key_) = 0;
    const MatrixD apart = value.k.rowwise() - RowD(others * value.k) / others.sum();
    MatrixD curve = -value.moves(key_) * apart.transpose() * others.asDiagonal() * apart;
    curve.diagonal().array() += kFlat * curve.trace() + kMinCurve;
    const RowD slope = value.moves * value.k, q = curve.ldlt().solve(slope.transpose()).transpose();
    Entries step = e.moved(e, -1);
    step.wq = along.transpose() * q / along.dot(inputs(e).first);
    return {step, slope.dot(q)};
}

std::pair<Index, Index> Puller::equalKeys() const {
    Index count = 0, all = 0;
    const auto isOfToken = [&](Index m) { return head_.isOneSentence && isToken_[static_cast<std::size_t>(m)]; };
    for (Index m = 0; m < keys_.rows(); ++m) {
        if (!head_.rule.mask.allows(query_, m)) continue;
        const bool isSame = start_.areKeysMoved()
                                ? head_.keys.row(m) == head_.keys.row(key_) && isOfToken(m) == isOfToken(key_)
                                : keys_.row(m) == keys_.row(key_);
        count += isSame;
        ++all;
    }
    return {count, all};
}

bool Puller::isSaturated() const {
    constexpr double kFar = 5;
    const Value value = at(start_);
    const RowD z = head_.rule.factor * (value.q * value.k.transpose());
    return z.maxCoeff() - z.minCoeff() > kFar;
}

Entries Puller::elsewhere(double goal, bool isAll) const {
    const auto isBelow = [&](double share) { return at(shrunk(share, isAll)).goal < goal; };
    double low = 0, high = 1;
    const bool isBelowAtZero = isBelow(low);
    if (isBelow(high) == isBelowAtZero) {
        Entries zero = shrunk(0, isAll);
        return slopeAt(zero) > 0 ? zero : apart(std::move(zero));
    }
    for (int halvings = 0; halvings < kMaxShares; ++halvings)
        (isBelow((low + high) / 2) == isBelowAtZero ? low : high) = (low + high) / 2;
    return shrunk(low, isAll);
}

double Puller::blur(const Entries& e, const Value& value) const {
    const RowD sizes = e.wq.size() > 0 ? RowD(inputs(e).first.cwiseAbs() * e.wq.cwiseAbs()) : value.q.cwiseAbs();
    const double max = (sizes * value.k.cwiseAbs().transpose()).maxCoeff();
    return value.number * (1 - value.number) * head_.rule.factor * max * std::numeric_limits<float>::epsilon();
}

int Puller::maxSteps(bool areNewton) const {
    const auto m = static_cast<double>(keys_.rows()), dk = static_cast<double>(keys_.cols());
    const double cost = m * dk * (start_.areKeysMoved() ? static_cast<double>(head_.keys.cols()) : 1.0) +
                        (areNewton ? (m + dk) * dk * dk : 0);
    return std::clamp(static_cast<int>(std::min(kMaxWork / cost, 1e6)), kMinSteps, kMaxSteps);
}

Entries Puller::shrunk(double share, bool isAll) const {
    Entries e = start_;
    const RowD query = head_.queries.row(query_);
    if (isAll)
        e.wq *= share;
    else if (e.wq.size() > 0 && !query.isZero(0))
        e.wq += (share - 1) * along_.transpose() * at(start_).q / along_.dot(query);
    else if (e.x.size() > 0)
        e.x += (share - 1) * query;
    return e;
}

Entries Puller::apart(Entries e) const {
    constexpr double kNear = 1e-3;
    if (e.wq.size() == 0) return e;
    RowD away = RowD::Constant(e.wq.cols(), 1 / std::sqrt(double(e.wq.cols())));
    const MatrixD k = at(e).k;
    for (Index m = 0; stage_ == Stage::Weights && m < k.rows(); ++m)
        if (const RowD apart = k.row(key_) - k.row(m); apart.norm() > 0 && head_.rule.mask.allows(query_, m)) {
            away = kNear / apart.norm() * apart;
            break;
        }
    e.wq += along_.transpose() * away;
    return e;
}

RowD Puller::throughWk(const RowD& q) const {
    const FrozenMatrix& wk = head_.head[Parameter::Wk];
    return wk ? RowD(q * wk->cast<double>().transpose()) : q;
}

std::pair<RowD, MatrixD> Puller::inputs(const Entries& e) const {
    RowD query = head_.queries.row(query_);
    MatrixD keys = e.areKeysMoved() ? head_.keys : MatrixD();
    if (e.x.size() > 0) {
        query += e.x.row(0);
        for (Index m = 0; head_.isOneSentence && m < keys.rows(); ++m)
            if (isToken_[static_cast<std::size_t>(m)]) keys.row(m) += e.x.row(0);
    }
    return {std::move(query), std::move(keys)};
}

void Puller::measure(Value& value) const {
    const double factor = stage_ == Stage::Scores ? 1 : head_.rule.factor;
    const RowD z = factor * (value.q * value.k.transpose());
    value.moves = RowD::Zero(z.size());
    value.moves(key_) = factor;
    value.number = value.goal = z(key_);
    if (stage_ != Stage::Weights) return;
    // The other keys in the sum of the softmax; all others are minus infinity.
    const RowD rivals = RowD::NullaryExpr(
        z.size(), [&](Index m) { return m != key_ && head_.rule.mask.allows(query_, m) ? z(m) : -INFINITY; });
    const double max = rivals.maxCoeff();
    if (max == -INFINITY) { // there is no other key
        value.number = 1;
        value.goal = INFINITY;
        value.moves.setZero();
        return;
    }
    const RowD shares = rivals.unaryExpr([max](double rival) { return std::exp(rival - max); });
    value.goal = z(key_) - max - std::log(shares.sum());
    value.number = 1 / (1 + std::exp(-value.goal));
    value.moves -= factor / shares.sum() * shares;
}

} // namespace headlight
