#pragma once

#include "attention/LayerWeights.h"
#include "attention/stages.h"
#include "base/Matrix.h"

#include <optional>
#include <vector>

namespace headlight {

/// The numbers of a layer and a head that a number's derivatives are computed from. M: Matrix, as maps show them, or
/// MatrixD, as in a ReferenceTrace.
template <class M>
struct AttendedRows {
    const M& x;       ///< X of the layer, [N, d]
    const M* xKv;     ///< X_kv, [M, d_kv]; null: there is no second sentence
    const M& q;       ///< the query's row, [1, d_k]
    const M& k;       ///< K, [M, d_k]
    const M& weights; ///< the query's row before dropout, [1, M]
};

/// The derivatives of a number, in double: how much it moves if an entry moves by a little.
struct Sensitivity {
    MatrixD x;              ///< by X, [N, d]: in the row of the query, and in those that it may attend to
    MatrixD xKv;            ///< by X_kv, [M, d_kv]; empty without a second sentence
    MatrixD wq, wk, bq, bk; ///< by the parameters, in their shapes; empty if the head has none
};

/// Returns the derivatives of a score, scaled or masked score, or weight, as `stage` says. Nothing for another stage,
/// for a weight that is a share of a sum (Normalisation::Sum), or for masked scores if the mask comes after the softmax
/// (ScoreRule::masksAfter). Masked cells do not move. Derivatives by X go through a layer norm before the heads. O(N d
/// + d d_k) operations. Pure; any thread.
///
/// With s = factor x_i W_q (x_j W_k)' and a = softmax(s): da_j/ds_m = a_j ([j = m] - a_m). So for c_m = factor
/// da_j/ds_m (of a scaled score: factor [j = m], of a score: [j = m]) and u = sum of c_m k_m: dW_q = x_i' u, db_q = u,
/// dW_k = (sum of c_m x_m)' q_i, db_k = (sum of c_m) q_i, dx_i = W_q u, and dx_m = c_m W_k q_i is added.
template <class M>
std::optional<Sensitivity> sensitivity(Stage stage, Index query, Index key, const LayerWeights& layer, std::size_t head,
                                       const ScoreRule& rule, const AttendedRows<M>& rows);

extern template std::optional<Sensitivity> sensitivity(Stage, Index, Index, const LayerWeights&, std::size_t,
                                                       const ScoreRule&, const AttendedRows<Matrix>&);
extern template std::optional<Sensitivity> sensitivity(Stage, Index, Index, const LayerWeights&, std::size_t,
                                                       const ScoreRule&, const AttendedRows<MatrixD>&);

/// Sums the derivatives by embeddings that share a row of the table, as their tokens move together: each row becomes
/// the sum of the rows with its id. x [N, d] -> [N, d].
MatrixD sumOfShared(const MatrixD& x, const std::vector<int>& ids);

} // namespace headlight
