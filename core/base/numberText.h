#pragma once

#include "base/Result.h"

#include <optional>
#include <string>
#include <string_view>

namespace headlight {

// Numbers as text. All functions use from_chars and to_chars, so that the locale has no influence.

/// Return the shortest decimal that is read as the same number: "0.1", "1e-05"; also "NaN", "Infinity", "-Infinity".
std::string shortest(float value);
std::string shortest(double value);

/// Returns `value` with exactly `decimals` digits after the point: "-0.4300", never "-0.0000"; or "NaN", "Infinity".
std::string fixedPoint(double value, int decimals);

/// Returns the number that a person types: "1e-3", "-0.5", "+2", "1/3", also with a decimal comma ("0,5"), the minus
/// sign U+2212, or spaces around it. Infinite if it is too large, NaN if it is divided by zero; nothing if it is no
/// number.
std::optional<float> typedNumber(std::string_view typed);

/// Returns that number if it is finite as float32. The Problem says what was typed and what is accepted.
Result<float> numberFromInput(std::string_view typed);

/// Reads a whole number in [min, max] from a size field; `what` names it in the Problem.
Result<int> wholeNumberFromInput(std::string_view typed, int min, int max, std::string_view what);

} // namespace headlight
