#pragma once

#include "pull/pull.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace headlight {

using RowD = Eigen::RowVectorXd;

/// The numbers that a pull may change, or their changes. A matrix that may not change is empty.
struct Entries {
    MatrixD wq, wk, x;
    Entries moved(const Entries& by, double share) const {
        return {wq + share * by.wq, wk + share * by.wk, x + share * by.x};
    }
    bool areKeysMoved() const { return wk.size() > 0 || x.size() > 0; }
    double largest() const {
        constexpr int kMax = Eigen::Infinity;
        return std::max({wq.lpNorm<kMax>(), wk.lpNorm<kMax>(), x.lpNorm<kMax>()});
    }
};

/// Computes for a pull, in double, a number of a head, its derivatives, and the entries to start from. Any thread.
class Puller {
public:
    Puller(const PulledHead& head, Stage stage, Index query, Index key, const PullFreedom& free);

    /// Restricts W_q to changes that move the query of this row alone. False if there are none.
    bool takeOnlyThisRow();

    struct Value {
        double number = 0, goal = 0; ///< goal: what steps change, the number or a weight's logit
        RowD q, moves;               ///< moves: derivatives of the goal by the scores
        MatrixD k;
    };
    Value at(const Entries& e) const;

    /// Returns the derivatives of the goal by the entries, and the sum of their squares.
    std::pair<Entries, double> gradient(const Entries& e, const Value& value) const;

    /// Returns a Newton step of W_q alone that raises the logit of a weight, and by how much it should. The logit is
    /// concave in the query, so that such steps reach the largest logit that there is, or grow without end.
    std::pair<Entries, double> newton(const Entries& e, const Value& value) const;

    /// Returns how many allowed keys equal this one whatever changes, itself included, and how many there are.
    std::pair<Index, Index> equalKeys() const;

    double now() const { return at(start_).number; }
    /// Returns the present entries, or others near them if nothing that is free moves the goal there.
    Entries start() const { return slopeAt(start_) > 0 ? start_ : apart(start_); }
    /// True if something that is free moves the goal, from start() or from a query of almost 0.
    bool moves() const { return slopeAt(start()) > 0 || slopeAt(apart(shrunk(0))) > 0; }

    /// True if scores are so far apart that steps may fail here but not from a smaller query.
    bool isSaturated() const;
    /// Returns another start, for a weight that is not reached from start(), because no slope leads away where one key
    /// has all weight: the share of the query, or of all W_q, that gives the goal. If the goal is not between those of
    /// the shares 0 and 1, the query is 0 or almost 0.
    Entries elsewhere(double goal, bool isAll) const;

    /// Returns the error that float32 may make in the weight, as its query is a sum of large numbers that cancel out.
    double blur(const Entries& e, const Value& value) const;

    /// Returns the maximum number of steps, which are few enough to keep up with a drag.
    int maxSteps(bool areNewton) const;

private:
    double slopeAt(const Entries& e) const { return gradient(e, at(e)).second; }
    /// Returns the present entries with a share of the query, by W_q or, without one, by the embedding; or of all W_q.
    Entries shrunk(double share, bool isAll = false) const;
    /// Returns entries with another query: a near one for a weight that is as large as it can be, so that steps go down
    /// from there; any other one where all keys are zero.
    Entries apart(Entries e) const;
    RowD throughWk(const RowD& q) const;
    /// Returns the query's row of the inputs, and the inputs of the keys if these may change.
    std::pair<RowD, MatrixD> inputs(const Entries& e) const;
    void measure(Value& value) const;

    const PulledHead& head_;
    Stage stage_;
    Index query_, key_;
    Entries start_;
    std::vector<bool> isToken_; ///< true for tokens with the query's embedding, if that is free
    RowD along_;                ///< W_q changes by its transpose times any row
    MatrixD keys_;
};

} // namespace headlight
