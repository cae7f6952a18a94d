#include "backend/EigenBackend.h"

#include "backend/EigenHead.h"
#include "kernels/kernels.h"

namespace headlight {

std::string EigenBackend::description() const {
    return std::string("Eigen \u00b7 ") + kernels::instructionSet() + " \u00b7 1 thread";
}

std::unique_ptr<BackendHead> EigenBackend::makeHead() const { return std::make_unique<EigenHead>(); }

double EigenBackend::scoresBytes(Index queries, Index keys, MaskKind mask) const {
    return ScoreTable::bytesFor(queries, keys, mask);
}

Matrix EigenBackend::product(const FrozenMatrix& x, const FrozenMatrix& w, const FrozenMatrix& bias) const {
    ProjectedBlock block;
    block.project(x, w, bias, RowSet::every());
    return block.values();
}

Matrix EigenBackend::reduce(const Matrix& matrix, const Reduction& reduction) const {
    Matrix tile;
    reduceAll(viewOf(matrix), reduction, tile);
    return tile;
}

Extent EigenBackend::extent(const Matrix& matrix) const { return extentOf(viewOf(matrix)); }

} // namespace headlight
