#pragma once
// core/pull: the changes of parameters that give a score or weight a value. Pure functions; any thread.

#include "attention/LayerWeights.h"
#include "attention/program.h"
#include "base/Matrix.h"
#include "session/Session.h"

#include <functional>
#include <vector>

namespace headlight {

/// The numbers that a pull may change besides W_q.
struct PullFreedom {
    bool wk = false;
    bool x = false; ///< the query's embedding, in the first layer, without a norm before the heads
    /// Nothing but W_q may change, and the queries of all other tokens must stay, but for 1e-5 of the move of this one
    /// (if a score moves by 1,000, those of other rows may move by 0.01) and for what rounding W_q to float32 adds.
    bool onlyThisRow = false;
    friend bool operator==(const PullFreedom&, const PullFreedom&) = default;
};

/// A head and its inputs, in double.
struct PulledHead {
    MatrixD queries, keys; ///< the inputs of Q and K: X, LN(X) or X_kv; [N, d], [M, d_kv]
    bool isOneSentence = true;
    std::vector<int> ids; ///< the ids of the tokens, if `queries` are embeddings (with positions); else empty
    PerHeadParameter<FrozenMatrix> head;
    ScoreRule rule;
};
/// Returns a head of a consistent session; `rowsOf` returns all rows of a stage of its layer. Problem: the rows have
/// one, or a pull does not know how this program computes scores.
Result<PulledHead> pulledHead(const Session&, const Program&, int layer, int head,
                              const std::function<Result<Matrix>(Stage)>& rowsOf);

struct Pull {
    enum class Outcome : unsigned char {
        Reached,
        Nearest,   ///< nothing nearer was found
        Impossible ///< see `why`; the numbers below, if any, come near
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
    double reached = 0;  ///< the value with the numbers below, which are rounded to float32
    FrozenMatrix wq, wk; ///< null: it stays
    Matrix x;            ///< is added to the query's embedding, [1, d]; empty: it stays
};

/// Returns a change that gives a score, scaled score or weight (of a softmax, 0 < target < 1) the value `target`. It is
/// the least in the Frobenius norm for scores, and near it for weights: in random heads, a raised one took 1 % more in
/// the median (at most 14 %), a lowered one up to 3.6 times the least. A Nearest of W_q alone is the largest weight
/// with entries up to 1e6. Pure; any thread. Each of up to three starts takes at most 200 steps of O(M d_k) operations,
/// or O(M d_kv d_k) if W_k or x are free, and as many of O((M + d_k) d_k^2).
Pull pull(const PulledHead&, Stage stage, Index query, Index key, double target, const PullFreedom& = {});

/// Returns the session with the numbers of a pull. Tokens that share the query's embedding move with it.
Result<Session> withPull(const Session&, int layer, int head, int query, const Pull&);

} // namespace headlight
