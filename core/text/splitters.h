#pragma once
// The functions of the tokenizers in tokenizers.cpp, each in its own file. See Tokenizer::split.

#include "text/Tokens.h"

#include <string_view>
#include <vector>

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

} // namespace headlight
