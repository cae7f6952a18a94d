#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace headlight {

/// A text whose single numbers are written as NumPy 2 and PyTorch print them, np.float32(0.5) and tensor(0.5, ...),
/// with the number alone in its place: of the same length, so that Problems name the right column. Nothing if it has
/// none.
std::optional<std::string> scalarsAsNumbers(std::string_view text);

} // namespace headlight
