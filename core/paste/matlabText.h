#pragma once

#include "paste/pasted.h"

#include <optional>
#include <string>
#include <string_view>

namespace headlight {

/// A text with a matrix as MATLAB writes it, [1 2; 3 4], without its comments ("% ...") and the "..." that continue its
/// lines. These are blanks now, so that Problems name the right column.
struct MatlabText {
    std::string text;
    Listing comments{};
};
/// Returns nothing if the text has neither "%" nor "...".
std::optional<MatlabText> matlabWithoutComments(std::string_view text);

} // namespace headlight
