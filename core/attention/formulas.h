#pragma once
// core/attention: the mathematics of one attention layer, written to be read: double precision, one step after the
// other, no optimisation. Backends are compared with it. Pure functions; any thread.
//
// Source: Vaswani et al., "Attention Is All You Need" (2017), section 3.2: Attention(Q, K, V) = softmax(Q Kᵀ / √d_k) V.
// Letters: N queries, M keys (M = N without a second sentence), d numbers of an embedding, d_k of a query or key, d_v
// of a value.

#include "attention/program.h"
#include "base/Matrix.h"
#include "session/Session.h"

namespace headlight {

/// True where a query may look at a key. [N, M]
using Allowed = Eigen::Matrix<bool, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Returns rows 0 .. count - 1 of the sinusoidal positions: P[p, 2i] = sin(p / 10000^(2i/d)), P[p, 2i + 1] = cos of the
/// same angle. Source: Vaswani et al., section 3.5.
MatrixD sinusoidalPositions(Index count, Index d);
/// Returns what is added to the embeddings of `count` tokens: sinusoidal positions, or the session's table. [count, d]
MatrixD positionRows(const Positions& positions, Index count, Index d);

/// Returns X W + b. x [N, d], w [d, n], bias [1, n] -> [N, n]. Without w it is the identity, without bias zero.
MatrixD projection(const MatrixD& x, const FrozenMatrix& w, const FrozenMatrix& bias);

/// Returns for each row (x - mean) / √(variance + eps) * gain + bias; the variance is divided by the number of columns.
/// x [N, n], gain and bias [1, n]. Source: Ba, Kiros, Hinton, "Layer Normalization" (2016); torch.nn.LayerNorm.
MatrixD layerNorm(const MatrixD& x, const FrozenMatrix& gain, const FrozenMatrix& bias, double eps);

/// Returns Q Kᵀ. q [N, d_k], k [M, d_k] -> [N, M].
MatrixD scores(const MatrixD& q, const MatrixD& k);

/// Returns scores * factor, where factor is Options::factor().
MatrixD scaledScores(const MatrixD& scores, double factor);

/// Returns Mask::allows for each cell. If the mask has a matrix of its own, that must be [queries, keys].
Allowed allowedCells(const Mask& mask, Index queries, Index keys);

/// Returns `scaled` where the query may attend to the key, else -inf. [N, M]
MatrixD maskedScores(const MatrixD& scaled, const Allowed& allowed);

/// Returns for each row exp(s - m) / sum of exp(s - m) over the allowed cells, m their maximum. [N, M]. The weight of a
/// masked cell and of -inf is 0; a row without an allowed finite cell is 0. If an allowed cell is NaN or +inf, the
/// allowed cells of its row are NaN.
MatrixD softmaxWeights(const MatrixD& scaled, const Allowed& allowed);

/// Returns the weights of MaskMode::After: the softmax over all cells of a row, then 0 where the query may not attend.
/// [N, M]. NaN or +inf in any cell, masked or not, makes the row NaN. Divided by the sums of rows, it is
/// softmaxWeights().
MatrixD maskedWeights(const MatrixD& scaled, const Allowed& allowed);

/// Returns for each row s / sum of s over the allowed cells, in ascending order of keys. [N, M]. The numbers that are
/// added are rounded to float32 first, so that the formulas and the backends agree whether the sum is 0. The allowed
/// cells of a row are NaN if the sum is 0 or not finite, or if a weight exceeds float32.
MatrixD sumWeights(const MatrixD& scaled, const Allowed& allowed);

/// Returns for each row the weights divided by their sum without the first key. [N, M]. The first key and masked ones
/// are 0, and so is a row whose sum is 0. 1 minus the first weight would be the same sum, but with fewer digits.
MatrixD restOfWeights(const MatrixD& weights, const Allowed& allowed);

/// Returns the weights of one head after dropout: weight * factor, and 0 (also instead of NaN) where `dropped`. [N, M]
MatrixD droppedWeights(const MatrixD& weights, const CellMask& dropped, double factor);

/// Returns the sum of weight * value over the allowed keys. weights [N, M], v [M, d_v] -> [N, d_v]. A masked key
/// contributes nothing, even if its weight or value is NaN.
MatrixD context(const MatrixD& weights, const MatrixD& v, const Allowed& allowed);

/// Returns the matrices [N, d_v] of the heads side by side: [N, heads d_v].
MatrixD sideBySide(const std::vector<MatrixD>& contexts);

/// Returns the mean of the weights of the heads that are on, before dropout: [N, M].
MatrixD meanOfHeads(const std::vector<MatrixD>& weights, const LayerWeights& layer);

/// Returns the attention rollout of a layer: (share A + (1 - share) I) R. A is the mean of the heads, R the rollout of
/// the layer below (null: the identity). Source: Abnar, Zuidema, "Quantifying Attention Flow in Transformers" (2020).
MatrixD rollout(const MatrixD& mean, double share, const MatrixD* below);

/// Returns the nearest float32 of each number.
Matrix rounded(const MatrixD& exact);

using ReferenceTrace = LayerStages<MatrixD>;

/// Carries out the operations of a layer behind its inputs, which `trace` has: X [N, d], and X_kv [M, d_kv] if there is
/// a second sentence. Rollouts, which read the layer below, are left out.
void reference(const Program& program, const LayerWeights& layer, const ScoreRule& rule, ReferenceTrace& trace);

/// Computes every stage of the first layers of a consistent session (see firstInconsistency); programs[l] is that of
/// layer l.
std::vector<ReferenceTrace> exactLayers(const Session& session, std::span<const Program> programs);
/// Computes every stage of one layer of a consistent session, after the layers below it.
ReferenceTrace reference(const Session& session, int layer = 0);

} // namespace headlight
