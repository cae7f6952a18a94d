#pragma once

#include <QString>

namespace headlight {

inline constexpr int kAllDigits = -1; ///< in the place of a number of decimals: as many as tell a float32 from others

/// True if a value is not zero but written as "0.00". `text`: the value as written.
bool roundsToZero(double value, const QString& text);

/// Returns "4e-5" or "-1.25e12", with at most so many decimals.
QString withExponent(double value, int decimals);

/// Returns "= ", or "≈ " if the result of the numbers as printed is written otherwise than the value behind the sign.
QString equalSign(const QString& ofPrinted, const QString& value);
QString withMinus(QString number); ///< returns the number with the minus sign, U+2212, in the place of hyphens
QString aboutRoughly();            ///< a sentence on the meaning of "≈"

/// Returns the value with so many decimals, for a sentence or a calculation. It has an exponent if it would round to 0,
/// or from 1e6 on; infinities are written as in the maps.
QString rounded(double value, int decimals = 4);

/// Returns the value with four decimals, as the notebooks print. Small values have as many as show four digits, large
/// ones no more than the nine digits that tell a float32 from every other.
QString inFull(double value);

} // namespace headlight
