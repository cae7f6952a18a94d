#pragma once
// core/backend: the arithmetic of one head on blocks that the backend owns, wherever they live (here: memory; later: a
// device, which then hands out tiles and never a whole matrix). Which blocks must be computed again is the Engine's
// decision; how is a backend's. One thread at a time.

#include "attention/stages.h"
#include "base/Matrix.h"
#include "session/Layer.h"

#include <memory>
#include <string>
#include <vector>

namespace headlight {

/// Which rows of a matrix differ from what a head saw last.
struct RowSet {
    bool all = false;
    std::vector<Index> rows; ///< ascending, distinct; empty if `all`

    static RowSet every() { return {true, {}}; }
    bool empty() const { return !all && rows.empty(); }
    void add(const RowSet& other);
};

/// How scores become weights, as numbers.
struct WeightRule {
    float factor = 1; ///< scaled = score * factor; finite
    MaskKind mask = MaskKind::None;
    FrozenMatrix givenMask; ///< [N, N_kv], only with MaskKind::Given
    Normalisation normalisation = Normalisation::Softmax;
    friend bool operator==(const WeightRule&, const WeightRule&) = default;
};

/// A rectangle of a block (within it, not empty), and how many values each way it is to be reduced to (no more than it
/// has). Value (r, c) stands for the rows [row + r rows / height, row + (r + 1) rows / height), likewise for columns.
struct Reduction {
    Index row = 0, col = 0, rows = 0, cols = 0;
    Index height = 0, width = 0;
    bool exact() const { return height == rows && width == cols; }
    friend bool operator==(const Reduction&, const Reduction&) = default;
};

/// Of a whole block: finite extremes (low > high if there are none; masked weights left out), and the first cell in
/// reading order that is not finite (row -1: none).
struct Extent {
    float low = 1, high = 0;
    Index row = -1, col = -1;
};

/// What a tile of weights holds where every cell it stands for is masked.
inline constexpr float kMaskedCell = -1.0e30F;

/// The stages of one head, Q to Context. After any sequence of calls the blocks equal, bit for bit, those of a head
/// that got the last input of each kind at once.
class BackendHead {
public:
    virtual ~BackendHead() = default;

    /// Q, K or V = x w + bias; `changed` are the rows of x that differ since the last call for this stage (`all` if w
    /// or bias do, too). Rows that x has more than before count as changed. No w: the identity.
    virtual void project(Stage stage, const FrozenMatrix& x, const FrozenMatrix& w, const FrozenMatrix& bias,
                         const RowSet& changed) = 0;

    /// Scores = Q Kᵀ and the statistics of their rows under `rule`; `queries` and `keys` are the rows of Q and K that
    /// changed since the last call.
    virtual void attend(const RowSet& queries, const RowSet& keys, const WeightRule& rule) = 0;

    /// Gives back the memory of the scores; the next attend() starts afresh.
    virtual void forgetScores() = 0;

    // Readers. Q, K, V want project() first, the others attend() as well, and Context V too.

    virtual Index rows(Stage stage) const = 0;
    virtual Index cols(Stage stage) const = 0;

    /// Each value is the one of largest magnitude among those it stands for, NaN if one of them is; in Weights masked
    /// cells do not count, and where all are masked it is kMaskedCell.
    virtual Matrix reduce(Stage stage, const Reduction& reduction) = 0;
    virtual Extent extent(Stage stage) = 0;
    /// Whole rows [first, first + count); masked weights are 0.
    virtual Matrix wholeRows(Stage stage, Index first, Index count) = 0;

    /// Sum over the allowed keys of exp(scaled - max), or of scaled; NaN in a row whose weights are NaN.
    virtual double rowSum(Index row) const = 0;
};

class Backend {
public:
    virtual ~Backend() = default;

    /// "Eigen · SSE2 · 1 thread": what computes, for people.
    virtual std::string description() const = 0;
    virtual std::unique_ptr<BackendHead> makeHead() const = 0;
    /// Bytes that the scores of one head of this size take, with what it keeps of a mask.
    virtual double scoresBytes(Index queries, Index keys, MaskKind mask) const = 0;
    /// x w + bias, as project() does it.
    virtual Matrix product(const FrozenMatrix& x, const FrozenMatrix& w, const FrozenMatrix& bias) const = 0;
    /// reduce() and extent() of a matrix that is no head's (X).
    virtual Matrix reduce(const Matrix& matrix, const Reduction& reduction) const = 0;
    virtual Extent extent(const Matrix& matrix) const = 0;
};

/// True if a query may look at a key under the rule.
inline bool isAllowed(const WeightRule& rule, Index query, Index key) {
    if (rule.mask == MaskKind::Causal) return key <= query;
    return rule.mask == MaskKind::None || (*rule.givenMask)(query, key) != 0.0F;
}

} // namespace headlight
