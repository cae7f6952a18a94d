#pragma once

#include "base/Watch.h"
#include "paste/matrixText.h"
#include "paste/pasted.h"

namespace headlight {

/// The numbers in brackets of a text as notebooks have it: code and what it prints. Lists that are no numbers, shapes
/// (torch.Size([2, 3])), indices (x[0], Out[3]) and other text are passed over. A Problem if numbers would be lost or
/// would not be those that the code makes, as in `tensor([[1, 2]]).T`. No matrix if there are no such numbers.
Result<PastedText> matricesFromNotebook(const Pasted&, const Watch&);

} // namespace headlight
