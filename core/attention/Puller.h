#pragma once

#include "attention/pull.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace headlight {

using RowD = Eigen::RowVectorXd;

/// The numbers of a pull that are free; those that are not free have no rows.
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

/// What a pull asks of a head: the number, its derivatives, and where to start. In double; any thread.
class Puller {
public:
    Puller(const PulledHead& head, Stage stage, Index query, Index key, const PullFreedom& free);

    /// Changes of W_q are that of the query alone; false: that cannot be.
    bool takeOnlyThisRow();

    struct Value {
        double number = 0, goal = 0; ///< goal: what a step is taken by, the logit of a weight
        RowD q, moves;               ///< moves: the goal, by each score
        MatrixD k;
    };
    Value at(const Entries& e) const;

    /// The derivatives of the goal, and their squares' sum.
    std::pair<Entries, double> gradient(const Entries& e, const Value& value) const;

    /// A Newton step of W_q alone that raises the logit of a weight, which is concave in the query; and by how much it
    /// should. So it comes to the largest logit that there is, or grows without end.
    std::pair<Entries, double> newton(const Entries& e, const Value& value) const;

    /// How many keys have that one's numbers whatever changes, itself among them; and how many there are.
    std::pair<Index, Index> equalKeys() const;

    double now() const { return at(start_).number; }
    /// The present entries; others near them where nothing that is free moves the goal.
    Entries start() const { return slopeAt(start_) > 0 ? start_ : apart(start_); }
    /// Whether anything that is free moves the goal, from there or from a query of almost 0.
    bool moves() const { return slopeAt(start()) > 0 || slopeAt(apart(shrunk(0))) > 0; }

    /// Whether scores are so far apart that steps may fail where they would not fail from a smaller query.
    bool isSaturated() const;
    /// Another start, for a weight that is not reached from the first one, as where one key has it all no slope leads
    /// away: a share of the query, or of all W_q, for which a weight goes from that of a query of 0 to the first one.
    /// Where the goal is not between the two, the query is 0, or almost.
    Entries elsewhere(double goal, bool isAll) const;

    /// How far float32 may be off the weight, as its query is made of large numbers that cancel out.
    double blur(const Entries& e, const Value& value) const;

    /// So many that a hand need not wait for them.
    int mostSteps(bool areNewton) const;

private:
    double slopeAt(const Entries& e) const { return gradient(e, at(e)).second; }
    /// With a share of the query, by W_q or, where there is none, by its embedding; or with that share of all W_q.
    Entries shrunk(double share, bool isAll = false) const;
    /// With another query: near, where a weight is as large as it can be, to go down from there; else, where keys are
    /// all zeros, anywhere.
    Entries apart(Entries e) const;
    RowD throughWk(const RowD& q) const;
    /// The query's row and what the keys are made of.
    std::pair<RowD, MatrixD> inputs(const Entries& e) const;
    void measure(Value& value) const;

    const PulledHead& head_;
    Stage stage_;
    Index query_, key_;
    Entries start_;
    std::vector<bool> isToken_; ///< of the query, where its embedding is free
    RowD along_;                ///< W_q changes by its transpose times any row
    MatrixD keys_;
};

} // namespace headlight
