#pragma once

#include <QString>

namespace headlight {

/// "0.00", and yet it is not zero. `text`: how the value is written.
bool roundsToZero(double value, const QString& text);

/// "4e-5", "-1.25e12": with at most as many decimals.
QString withExponent(double value, int decimals);

/// "= ", or "≈ " where what comes of numbers as printed is written otherwise than what stands behind the sign.
QString equalSign(const QString& ofPrinted, const QString& value);
QString aboutRoughly(); ///< what the latter means, in a sentence

/// With these decimals, in a sentence or a calculation: what would round to 0 and what is very large has an exponent;
/// infinities are written as in the maps.
QString rounded(double value, int decimals = 4);

/// Four decimals, as the notebooks print; of small values as many as show four digits, and of large ones no more than
/// the nine digits that tell a float32 from every other.
QString inFull(double value);

} // namespace headlight
