#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace headlight {

/// Returns a text with single numbers as NumPy 2 and PyTorch print them, np.float32(0.5) and tensor(0.5, ...), replaced
/// by the number and blanks. Its length is the same, so that Problems name the right column. Nothing if it has none.
std::optional<std::string> scalarsAsNumbers(std::string_view text);

} // namespace headlight
