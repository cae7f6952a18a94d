#pragma once

#include "backend/Backend.h"

#include <vector>

namespace headlight {

/// One of Q, K, V: x w + bias, of which only changed rows are recomputed. Without w and bias it is x itself, shared and
/// not copied.
class ProjectedBlock {
public:
    void project(const FrozenMatrix& x, const FrozenMatrix& w, const FrozenMatrix& bias, const RowSet& changed);
    const Matrix& values() const { return shared_ ? *shared_ : own_; }
    bool isFinite(); ///< every value is; remembered until the next project()

private:
    FrozenMatrix shared_;
    Matrix own_;
    FrozenMatrix packedFor_; ///< the w that packed_ holds
    std::vector<float> packed_;
    enum class Finite { Unknown, Yes, No } finite_ = Finite::Unknown;
};

} // namespace headlight
