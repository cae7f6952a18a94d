#pragma once

#include "base/Watch.h"
#include "paste/matrixText.h"
#include "paste/pasted.h"

namespace headlight {

/// Returns the matrices in brackets in the code and output of a notebook. Lists of text, shapes (torch.Size([2, 3])),
/// indices (x[0], Out[3]) and other text are ignored. A Problem if numbers would be lost, or if the code computes other
/// numbers from them, as in `tensor([[1, 2]]).T`. No matrices if no brackets have numbers.
Result<PastedText> matricesFromNotebook(const Pasted&, const Watch&);

} // namespace headlight
