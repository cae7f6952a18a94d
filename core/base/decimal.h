#pragma once

#include <optional>
#include <string_view>

namespace headlight {

/// Returns the length of the JSON number at the start of `text`, 0 if there is none:
/// -?(0|[1-9][0-9]*)(.[0-9]+)?([eE][+-]?[0-9]+)?
std::size_t numberLength(std::string_view text);

/// Returns the float or double nearest to a decimal (a JSON number, or one such as "1." or "+.5"), rounded once: 0 if
/// it is too small, infinite if it is too large. Nothing if `literal` is not a number; "inf" and "nan" are not.
template <class F>
std::optional<F> nearest(std::string_view literal);

} // namespace headlight
