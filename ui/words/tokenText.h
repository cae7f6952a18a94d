#pragma once

#include "text/Tokens.h"

#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// Returns a token as it is shown everywhere: blanks and control characters as their signs (␣ ⏎ ⇥), a leading combining
/// mark on a dotted circle, a token of nothing but invisible characters as its code points. All else is unchanged.
QString shownToken(const std::string& utf8);

/// Returns a text in one line, with the signs of shownToken(), but with plain blanks.
QString shownLine(const QString& text);

/// Returns the token at that place, with its placeMark().
QString shownToken(const Tokens& tokens, int place);

/// Returns “token” for a sentence, isolated so that a right-to-left token does not reorder the words around it.
QString quotedToken(const std::string& utf8);

/// Returns "₃", the position as the user counts, for a token that is in the sentence more than once; else nothing.
QString placeMark(const Tokens& tokens, int place);

/// Returns the text for a tool tip, so that Qt does not take "<s>" for markup.
QString plainTip(const QString& text);

/// Returns "U+0061 U+0301": the first `maxCount` code points, then "…".
QString codePoints(const std::string& utf8, int maxCount = 12);

/// Returns "₁₂" for 12.
QString subscript(int number);

/// Returns positions as the user counts them: "3 and 7", "3, 7 and 9", "3, 7, 9 and 40 more".
QString positionList(const std::vector<int>& positionsFromZero, int maxCount = 6);

/// Returns "8 tokens · 7 distinct · “are” shares one embedding". `areRead`: false if nothing reads the embeddings.
QString tokenSummary(const Tokens&, bool areRead = true);

/// Returns the indices of the tokens that contain the text, in upper or lower case; none for an empty text.
std::vector<int> placesHolding(const Tokens& tokens, const QString& text);

/// Returns the index that a user means by a position, as the user counts, or by a token: the first equal one, else the
/// first that is equal in another case.
std::optional<int> placeMeant(const Tokens& tokens, const QString& typed);

} // namespace headlight
