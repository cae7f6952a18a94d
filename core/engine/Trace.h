#pragma once

#include "base/Matrix.h"

#include <vector>

namespace headlight {

/// Every stage of one layer, whole, as `headlight eval` writes it.
struct HeadTrace {
    Matrix q, k, v;                 ///< [N, d_k], [N_kv, d_k], [N_kv, d_v]
    Matrix scores, scaled, weights; ///< [N, N_kv]; weights 0 where masked
    Matrix context;                 ///< [N, d_v]
};

struct Trace {
    Matrix x, xKv; ///< [N, d], [N_kv, d_kv]; xKv is empty without cross-attention
    std::vector<HeadTrace> heads;
    Matrix concat; ///< [N, heads d_v]
    Matrix output; ///< [N, d_out], empty without W_o
};

} // namespace headlight
