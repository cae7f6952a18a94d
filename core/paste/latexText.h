#pragma once

#include "paste/pasted.h"

#include <optional>
#include <string>
#include <string_view>

namespace headlight {

struct LatexText {
    std::string text;
    bool hasDecimalCommas = false; ///< "0{,}5" and "0,5" were read as 0.5
    bool areThousands = false;     ///< all of these commas may be thousands, as in "1,234"
    std::size_t comma = 0;         ///< the place of the first of them
    Listing comments{};
};

/// Returns a text with its matrices of LaTeX (matrix, bmatrix, pmatrix, vmatrix, array ...) in brackets, as in
/// [1 , 2 ; 3 , 4]. The length is the same, so that Problems name the right column. Nothing if it has none.
std::optional<LatexText> latexInBrackets(std::string_view text);

} // namespace headlight
