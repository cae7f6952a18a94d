#pragma once
// The functions of the tokenizers, and the boundaries and character classes that they share.

#include "text/Tokens.h"

#include <functional>
#include <string_view>

namespace headlight {

/// Splits as Python's str.split(): tokens are separated by white space only, so "big." is one token.
std::vector<Piece> splitWhitespace(std::string_view sentence);

/// Splits into words and numbers as in UAX #29 ("don't", "3.14"); each punctuation mark, symbol and emoji is a token of
/// its own (a family joined by ZWJ is one emoji). White space and invisible characters are dropped.
std::vector<Piece> splitWords(std::string_view sentence);

/// Splits into characters as a reader sees them (extended grapheme clusters): a letter with its accents, a flag, an
/// emoji with its skin tone. A space is a token, because a model of characters needs the ends of words; a line break or
/// a tab becomes the token " ". Other control characters, and format characters without a letter, are dropped.
std::vector<Piece> splitCharacters(std::string_view sentence);

enum class Cut { Words, Characters };

/// Cuts valid UTF-8 at the boundaries of UAX #29 in ICU's root locale, whatever the locale of the machine, and calls
/// `take` with the pieces in order. Words of Chinese, Japanese, Thai, Lao, Khmer and Burmese come from ICU's
/// dictionaries. Throws std::bad_alloc. Any thread.
void forEachPiece(std::string_view text, Cut cut, const std::function<void(std::string_view)>& take);

/// Returns `part`, a view into `sentence`, as a piece.
Piece pieceOf(std::string_view sentence, std::string_view part);

/// True for white space as in Python's str.split(): Unicode White_Space (also the no-break space) and U+001C to U+001F.
bool isPythonSpace(char32_t point);

/// True if the piece has only control characters (such as line breaks and tabs), line and paragraph separators, and
/// format characters (byte order mark, joiners and direction marks without a letter).
bool isInvisible(std::string_view piece);

/// True if every character of the piece is invisible or white space.
bool isBlank(std::string_view piece);

} // namespace headlight
