#pragma once

#include "paste/pasted.h"

#include <optional>
#include <string>
#include <string_view>

namespace headlight {

/// A text with a matrix as MATLAB writes it, [1 2; 3 4], without comments ("% ...") and with its lines that "..."
/// continues as one: of the same length, so that Problems name the right column. Nothing if there is none of that.
struct MatlabText {
    std::string text;
    Listing comments{};
};
std::optional<MatlabText> matlabWithoutComments(std::string_view text);

} // namespace headlight
