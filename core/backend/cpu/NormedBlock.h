#pragma once

#include "base/Matrix.h"
#include "session/Layer.h"

namespace headlight {

/// Rows after a layer norm. Where few rows of x are others, only they are normed again.
class NormedBlock {
public:
    /// The very same block as last time if neither x nor the norm has changed.
    const FrozenMatrix& of(const FrozenMatrix& x, const Layer& layer);

private:
    FrozenMatrix x_, gain_, bias_, values_;
    double eps_ = 0;
};

} // namespace headlight
