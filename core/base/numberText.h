#pragma once

#include "base/Result.h"

#include <string>
#include <string_view>

namespace headlight {

/// Numbers as text, through from_chars and to_chars only: the locale changes nothing.

/// The shortest decimal that reads back as the same float32: "0.1", "1e-05"; "NaN", "Infinity", "-Infinity".
std::string shortest(float value);
std::string shortest(double value);

/// `value` with exactly `decimals` digits behind the point ("-0.4300"); never "-0.0000". Non-finite as above.
std::string fixedPoint(double value, int decimals);

/// What a person typed into a cell: "1e-3", "-0.5", "+2", "1/3", a decimal comma ("0,5"), the minus sign U+2212,
/// blanks around. Must be finite as float32. The Problem says what was typed and what is accepted.
Result<float> numberFromInput(std::string_view typed);

/// A whole number in [least, most], as typed into a size field; `what` names it in the Problem.
Result<int> wholeNumberFromInput(std::string_view typed, int least, int most, std::string_view what);

} // namespace headlight
