#pragma once

#include "attention/LayerWeights.h"
#include "attention/stages.h"
#include "base/Matrix.h"
#include "session/Session.h"

#include <vector>

namespace headlight {

/// What a pull may change besides W_q.
struct PullFreedom {
    bool wk = false;
    bool x = false; ///< the query's embedding: of the first layer, without a norm before the heads
    /// W_q alone, and so that the queries of all other tokens stay.
    bool onlyThisRow = false;
    friend bool operator==(const PullFreedom&, const PullFreedom&) = default;
};

/// A head in double, and what it reads.
struct PulledHead {
    MatrixD queries, keys; ///< what Q and K are made of: X, LN(X) or X_kv; [N, d], [M, d_kv]
    bool isOneSentence = true;
    std::vector<int> ids; ///< of the tokens whose embeddings `queries` are, with positions; empty: they are none
    PerParameter<FrozenMatrix> head;
    ScoreRule rule;
};
/// Of a consistent session. The layers below are computed by the formulas: O(N^2 d) for each.
PulledHead pulledHead(const Session&, int layer, int head);

struct Pull {
    enum class Outcome : unsigned char {
        Reached,
        Nearest,   ///< nothing nearer was found
        Impossible ///< see `why`; what comes near is there if there is something
    };
    enum class Why : unsigned char {
        None,
        Masked,       ///< a mask hides the cell
        EqualKeys,    ///< keys that are equal share their weight
        NothingFree,  ///< nothing that may change moves the number
        DependentRows ///< the query's row is made of other rows: none can be changed alone
    };
    Outcome outcome = Outcome::Impossible;
    Why why = Why::None;
    double reached = 0;  ///< with the numbers below, which are rounded to float32
    FrozenMatrix wq, wk; ///< null: it stays
    Matrix x;            ///< added to the query's embedding, [1, d]; none: it stays
};

/// The least change (in the Frobenius norm; of weights nearly, by Gauss-Newton steps: in random heads, a raised
/// weight took 1 % more in the median, 14 % at most, but a lowered one up to 3.6 times the least) that gives a score,
/// scaled score or weight (0 < target < 1; of a softmax) the value. Where these steps end below a weight's, Newton
/// steps of W_q go on, to a change that need not be the least: so a Nearest of W_q alone is the largest that entries to
/// 1e6 give. Where both fail, as they may where scores are far apart, it starts again from a smaller query; and where
/// float32 would show a weight 5e-5 off, from a smaller W_q, if it is not for this row only. Pure; any thread. At most
/// 200 steps of O(M d_k) operations for each start, or where W_k or x are free O(M d_kv d_k), and as many of O((M +
/// d_k) d_k^2); fewer, but 10, of a large head.
Pull pull(const PulledHead&, Stage stage, Index query, Index key, double target, const PullFreedom& = {});

/// The session with those numbers. Tokens that share the query's embedding move with it.
Result<Session> withPull(const Session&, int layer, int head, int query, const Pull&);

} // namespace headlight
