#pragma once

#include "backend/Backend.h"

namespace headlight {

/// Blocks in memory (Q, K, V and context as Eigen matrices, the scores as ScoreTable lays them out), arithmetic by
/// core/kernels. Always available.
class EigenBackend : public Backend {
public:
    std::string description() const override;
    std::unique_ptr<BackendHead> makeHead() const override;
    double scoresBytes(Index queries, Index keys, MaskKind mask) const override;
    Matrix product(const FrozenMatrix& x, const FrozenMatrix& w, const FrozenMatrix& bias) const override;
    Matrix reduce(const Matrix& matrix, const Reduction& reduction) const override;
    Extent extent(const Matrix& matrix) const override;
};

} // namespace headlight
