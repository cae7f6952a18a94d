#pragma once
// core/attention: the mathematics of one attention layer, to be read. Double precision, one step after the other, no
// cleverness: this is the reference that the backends are measured against. Pure functions, any thread.
//
// Source: Vaswani et al., "Attention Is All You Need" (2017), section 3.2: Attention(Q, K, V) = softmax(Q Kᵀ / √d_k) V.
// Letters: N queries, N_kv keys, d the size of an embedding, d_k of a query and a key, d_v of a value.

#include "attention/DropoutMask.h"
#include "attention/stages.h"
#include "base/Matrix.h"
#include "session/Session.h"

namespace headlight {

/// True where a query may look at a key. [N, N_kv]
using Allowed = Eigen::Matrix<bool, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Rows 0 .. count - 1 of the sinusoidal positions: P[p, 2i] = sin(p / 10000^(2i/d)), P[p, 2i + 1] = cos of the same.
/// Source: Vaswani et al., section 3.5.
MatrixD sinusoidalPositions(Index count, Index d);
/// What is added to the embeddings of `count` tokens. [count, d]
MatrixD positionRows(const Positions& positions, Index count, Index d);

/// X W + b. x [N, d], w [d, n], bias [1, n] -> [N, n]. No w: the identity; no bias: zero.
MatrixD projection(const MatrixD& x, const FrozenMatrix& w, const FrozenMatrix& bias);

/// Row by row (x - mean) / √(variance + eps) * gain + bias, the variance divided by the number of columns. x [N, n],
/// gain and bias [1, n]. Source: Ba, Kiros, Hinton, "Layer Normalization" (2016); torch.nn.LayerNorm.
MatrixD layerNorm(const MatrixD& x, const Layer& layer);

/// Q Kᵀ. q [N, d_k], k [N_kv, d_k] -> [N, N_kv].
MatrixD scores(const MatrixD& q, const MatrixD& k);

/// What turns a score into a scaled score: the scale (nothing, 1/√d_k or a number), divided by the temperature; at
/// most the largest float32 (a temperature of 1e-300 asks for more), so that 0 stays 0 and all who compute agree.
double scoreFactor(const Options& options, Index dk);

/// scores * factor.
MatrixD scaledScores(const MatrixD& scores, double factor);

/// Mask::allows, cell by cell. A given matrix must be [queries, keys].
Allowed allowedCells(const Mask& mask, Index queries, Index keys);

/// scaled where a query may attend, else -inf.
MatrixD maskedScores(const MatrixD& scaled, const Allowed& allowed);

/// Row by row exp(s - m) / sum of exp(s - m) over the allowed cells, m their maximum. Masked cells weigh 0 whatever
/// they hold; so does -inf; a row without an allowed finite cell weighs 0 everywhere; NaN or +inf in an allowed cell
/// makes the allowed cells of that row NaN.
MatrixD softmaxWeights(const MatrixD& scaled, const Allowed& allowed);

/// The other order, MaskMode::After: the softmax over all cells of a row, with 0 where a query may not attend. What a
/// softmax sees makes the row NaN, hidden or not.
MatrixD maskedWeights(const MatrixD& scaled, const Allowed& allowed);
/// And each row of that divided by its sum; one that holds nothing but 0 stays.
MatrixD renormalised(const MatrixD& masked);

/// Row by row s / sum of s over the allowed cells (the notebooks' first try), keys ascending. The sum is that of the s
/// as float32, so that all who compute agree on when it is 0. If it is, or is not finite, the allowed cells of that row
/// are NaN.
MatrixD sumWeights(const MatrixD& scaled, const Allowed& allowed);

/// Row by row, what dropout leaves of the weights of one head: weight * factor, or 0 where it is dropped, even for NaN.
MatrixD droppedWeights(const MatrixD& weights, const CellMask& dropped, double factor);

/// Sum of weight * value over the allowed keys. weights [N, N_kv], v [N_kv, d_v] -> [N, d_v]. What is masked does not
/// contribute, not even a NaN.
MatrixD context(const MatrixD& weights, const MatrixD& v, const Allowed& allowed);

/// [N, d_v] each -> [N, heads d_v].
MatrixD sideBySide(const std::vector<MatrixD>& contexts);

/// Attention rollout of a layer: (share A + (1 - share) I) R, A the mean of the heads' weights (before dropout), R that
/// of the layer below (null: the identity). Source: Abnar, Zuidema, "Quantifying Attention Flow in Transformers"
/// (2020).
MatrixD rollout(const std::vector<MatrixD>& weights, double share, const MatrixD* below);

struct ReferenceTrace : LayerStages<MatrixD> {
    double factor = 1; ///< scaled = scores * factor
};

/// Every step of one layer from its input x [N, d] and, of a second sentence, `keys` [M, d_kv] (null: none).
ReferenceTrace reference(const Layer& layer, MatrixD x, const MatrixD* keys);

/// Every step of one layer of a consistent session (firstInconsistency). X of the first layer are the embeddings, of
/// another one the result of the layer below.
ReferenceTrace reference(const Session& session, int layer = 0);

} // namespace headlight
