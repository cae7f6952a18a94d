#pragma once

#include "attention/LayerWeights.h"
#include "attention/program.h"
#include "base/Matrix.h"

#include <optional>
#include <vector>

namespace headlight {

/// A head, and what a number's derivatives are computed from. M: Matrix, as in maps, or MatrixD, as in the formulas.
template <class M>
struct AttendedHead {
    const Program& program;
    const LayerWeights& layer;
    const ScoreRule& rule;
    std::size_t head;
    const M& x;       ///< X of the layer, [N, d]
    const M* xKv;     ///< X_kv, [M, d_kv]; null: there is no second sentence
    const M& q;       ///< the query's row of the first stage that the scores read, [1, d_k]
    const M& k;       ///< the second stage that they read, [M, d_k]
    const M& weights; ///< the query's row before dropout, [1, M]
};

/// The derivatives of a number by each parameter, in its shape and in double: how much it moves if an entry moves by a
/// little. By X [N, d]: in the row of the query, and in those that it may attend to. Empty by X_kv without a second
/// sentence, and by parameters that the head does not have or that the number is not computed from.
using Sensitivity = PerParameter<MatrixD>;

/// Returns the derivatives of a score, scaled or masked score, or weight, as `stage` says. Nothing for another stage,
/// for a weight that is a share of a sum (Normalisation::Sum), for masked scores if the mask comes after the softmax
/// (ScoreRule::masksAfter), and where an operation before the stage has no derivatives here. Masked cells do not move.
/// Derivatives by X go through a layer norm before the heads. O(N d + d d_k) operations. Pure; any thread.
///
/// With s = factor x_i W_q (x_j W_k)' and a = softmax(s): da_j/ds_m = a_j ([j = m] - a_m). So for c_m = factor
/// da_j/ds_m (of a scaled score: factor [j = m], of a score: [j = m]) and u = sum of c_m k_m: dW_q = x_i' u, db_q = u,
/// dW_k = (sum of c_m x_m)' q_i, db_k = (sum of c_m) q_i, dx_i = W_q u, and dx_m = c_m W_k q_i is added.
template <class M>
std::optional<Sensitivity> sensitivity(Stage stage, Index query, Index key, const AttendedHead<M>& of);

extern template std::optional<Sensitivity> sensitivity(Stage, Index, Index, const AttendedHead<Matrix>&);
extern template std::optional<Sensitivity> sensitivity(Stage, Index, Index, const AttendedHead<MatrixD>&);

/// Sums the derivatives by embeddings that share a row of the table, as their tokens move together: each row becomes
/// the sum of the rows with its id. x [N, d] -> [N, d].
MatrixD sumOfShared(const MatrixD& x, const std::vector<int>& ids);

} // namespace headlight
