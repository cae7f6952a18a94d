#pragma once

#include <string>
#include <string_view>

namespace headlight {

/// A text whose matrices of LaTeX (matrix, bmatrix, pmatrix, vmatrix, array ...) are written in brackets, as in
/// [1 , 2 ; 3 , 4]: of the same length, so that Problems name the right column. Another text is given back as it is.
std::string latexInBrackets(std::string_view text);

} // namespace headlight
