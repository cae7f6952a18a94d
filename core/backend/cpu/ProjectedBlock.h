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
    /// Computes the rows `changed` of x again: those that differ since the last call, all if w or bias differ. Computes
    /// nothing if `changed` is empty, otherwise everything if x has another size. `version`: the same one means the
    /// same x, so that for another w only columns that differ are computed; 0: unknown.
    void project(const Matrix& x, const FrozenMatrix& w, const FrozenMatrix& bias, const IndexSet& changed,
                 std::uint64_t version = 0);
    void move(const RowMap& rows) { rows.apply(own_); } ///< moves rows with those of x
    const Matrix& values() const { return shared_ ? *shared_ : own_; }
    bool isFinite(); ///< returns true if every value is finite; remembered until the next project()

private:
    void projectChangedPanels(const Matrix& x, const FrozenMatrix& w, const FrozenMatrix& bias);

    const Matrix* shared_ = nullptr; ///< x, which its owner keeps
    Matrix own_;
    FrozenMatrix packedFor_; ///< the w that packed_ holds
    FrozenMatrix bias_;
    std::uint64_t version_ = 0; ///< the version of the x that own_ was computed from
    kernels::PackedMatrix packed_;
    enum class Finite { Unknown, Yes, No } finite_ = Finite::Unknown;
};

} // namespace headlight
