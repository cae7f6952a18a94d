#pragma once

#include "backend/RowMap.h"
#include "base/Matrix.h"
#include "kernels/PackedMatrix.h"

#include <cstdint>

namespace headlight {

/// One of Q, K, V or the output: x w + bias, of which only changed rows are computed again. Without w and bias it is x
/// itself, shared and not copied.
class ProjectedBlock {
public:
    /// `changed`: rows of x that differ since the last call; `all` if w or bias do, too. If it is
    /// empty nothing is computed; else everything if x has another size. `version`: the same one means the same x, so
    /// that of another w only columns that differ are computed; 0: none.
    void project(const Matrix& x, const FrozenMatrix& w, const FrozenMatrix& bias, const IndexSet& changed,
                 std::uint64_t version = 0);
    void move(const RowMap& rows) { rows.apply(own_); } ///< those of x have moved
    const Matrix& values() const { return shared_ ? *shared_ : own_; }
    bool isFinite(); ///< every value is; remembered until the next project()

private:
    void projectChangedPanels(const Matrix& x, const FrozenMatrix& w, const FrozenMatrix& bias);

    const Matrix* shared_ = nullptr; ///< x, which its owner keeps
    Matrix own_;
    FrozenMatrix packedFor_; ///< the w that packed_ holds
    FrozenMatrix bias_;
    std::uint64_t version_ = 0; ///< of the x of own_
    kernels::PackedMatrix packed_;
    enum class Finite { Unknown, Yes, No } finite_ = Finite::Unknown;
};

} // namespace headlight
