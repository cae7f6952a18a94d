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

/// How much a number moves if an entry moves by a little: its derivatives in double.
struct Sensitivity {
    MatrixD x;              ///< of X, [N, d]: of the row of the query, and of those it may attend to
    MatrixD xKv;            ///< of X_kv, [M, d_kv]; without a second sentence none
    MatrixD wq, wk, bq, bk; ///< as the parameters are; none where the head has none
};

/// Of one score, scaled or masked score, or weight: `stage`. None of another stage, of a weight that is a share of a
/// sum (Normalisation::Sum), nor of what a mask makes of weights (ScoreRule::masksAfter) before they are divided again.
/// What is hidden does not move. Entries of X move through a layer norm before the heads. O(N d
/// + d d_k) operations. Pure; any thread.
///
/// With s = factor x_i W_q (x_j W_k)' and a = softmax(s): da_j/ds_m = a_j ([j = m] - a_m). So for c_m = factor
/// da_j/ds_m (of a score: factor [j = m]) and u = sum of c_m k_m: dW_q = x_i' u, db_q = u, dW_k = (sum of c_m x_m)'
/// q_i, db_k = (sum of c_m) q_i, dx_i = W_q u, and dx_m = c_m W_k q_i is added.
template <class M>
std::optional<Sensitivity> sensitivity(Stage stage, Index query, Index key, const LayerWeights& layer, std::size_t head,
                                       const ScoreRule& rule, const AttendedRows<M>& rows);

extern template std::optional<Sensitivity> sensitivity(Stage, Index, Index, const LayerWeights&, std::size_t,
                                                       const ScoreRule&, const AttendedRows<Matrix>&);
extern template std::optional<Sensitivity> sensitivity(Stage, Index, Index, const LayerWeights&, std::size_t,
                                                       const ScoreRule&, const AttendedRows<MatrixD>&);

/// Of embeddings: tokens with the same row of the table move together, so each row is the sum of those that share its
/// id. x [N, d] -> [N, d].
MatrixD sumOfShared(const MatrixD& x, const std::vector<int>& ids);

} // namespace headlight
