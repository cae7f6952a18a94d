#include "session/drawn.h"

#include "random/initialisers.h"

#include <algorithm>

namespace headlight {

Matrix drawnFor(const Session& session, const MatrixRef& ref, Index rows, Index cols, Index fanIn) {
    std::string name = "layer " + std::to_string(ref.layer);
    if (belongsToHead(ref.kind)) name += " head " + std::to_string(ref.head);
    return drawWeights(session.seed, name + " " + symbolOf(ref.kind), rows, cols, fanIn);
}

FrozenMatrix resized(const FrozenMatrix& old, Matrix drawn) {
    if (!old || (old->rows() == drawn.rows() && old->cols() == drawn.cols())) return old;
    const Index rows = std::min(old->rows(), drawn.rows()), cols = std::min(old->cols(), drawn.cols());
    drawn.topLeftCorner(rows, cols) = old->topLeftCorner(rows, cols);
    return drawn;
}

} // namespace headlight
