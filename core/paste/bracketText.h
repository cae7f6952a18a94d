#pragma once

#include "base/Watch.h"
#include "paste/pasted.h"

namespace headlight {

/// Nested lists as NumPy, PyTorch, Python, JSON and MATLAB print them, with what may stand before (array, np.array,
/// tensor, "W =", "Parameter containing:") and behind (dtype=..., device=..., grad_fn=<...>).
Result<Matrix> matrixFromBrackets(const Pasted&, const Watch& watch);

} // namespace headlight
