#pragma once

#include <QString>

namespace headlight {

/// "0.00", and yet it is not zero. `text`: how the value is written.
bool roundsToZero(double value, const QString& text);

/// The fewest that say one digit of it that is not zero: 5 for 0.00004. `value`: finite, not zero.
int decimalsToTell(double value);

/// "4e-5", "-1.25e12": with at most as many decimals.
QString withExponent(double value, int decimals);

/// With so many decimals of its first digit: without an exponent, "-0.100", where that is no longer than with all of
/// them, "-1.00e-1"; else as withExponent.
QString inFewLetters(double value, int decimals);

/// Four decimals, as the notebooks print; of small values as many as show four digits, and of large ones no more than
/// the nine digits that tell a float32 from every other.
QString inFull(double value);

/// ">0" or "<0": where there is no room to say more.
QString notQuiteZero(double value);

} // namespace headlight
