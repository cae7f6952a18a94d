#pragma once

#include "base/Watch.h"
#include "paste/matrixText.h"
#include "paste/pasted.h"

#include <string>
#include <string_view>

namespace headlight {

/// Returns the matrices of LaTeX (matrix, bmatrix, array ...) and its tables (tabular), with the names before them.
Result<PastedText> matricesFromLatex(Pasted, const Watch&);

/// Returns a cell without blanks, "$" and commands of layout around it.
std::string_view withoutLayout(std::string_view cell);

/// Returns "1,5e-3" of "1{,}5 \times 10^{-3}", and "1000" of "1\,000". Other text is returned as it is.
std::string numberOfLatex(std::string_view cell);

} // namespace headlight
