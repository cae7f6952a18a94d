#pragma once

#include "text/Tokens.h"

#include <QString>

#include <string>
#include <vector>

namespace headlight {

/// A token as it can be seen, everywhere the same: blanks and control characters as their signs (␣ ⏎ ⇥), a lone
/// combining mark on a dotted circle, a token of nothing but invisible characters as its code points. All else
/// unchanged.
QString shownToken(const std::string& utf8);

/// Many of them on one line: the same signs, but plain blanks stay.
QString shownLine(const QString& text);

/// “token” for a sentence of ours, isolated: a right-to-left token does not reorder the words around it.
QString quotedToken(const std::string& utf8);

/// "₃" behind a token that is in the sentence more than once: its place as a person counts. Else nothing.
QString placeMark(const Tokens& tokens, int place);

/// For a tool tip: a text of a person's own is never taken for markup, as "<s>" would be.
QString plainTip(const QString& text);

/// "U+0061 U+0301": the first `most` code points, then "…".
QString codePoints(const std::string& utf8, int most = 12);

/// 12 as "₁₂".
QString subscript(int number);

/// "3 and 7", "3, 7 and 9", "3, 7, 9 and 40 more": positions as a person counts them.
QString positionList(const std::vector<int>& positionsFromZero, int most = 6);

} // namespace headlight
