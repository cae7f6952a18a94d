#pragma once
// The ways to cut a sentence; tokenizers.cpp lists them. Each has a file of its own. See Tokenizer::split.

#include "text/Tokens.h"

#include <string_view>
#include <vector>

namespace headlight {

/// Python's str.split(): runs of white space part the tokens, and everything else stays, so "big." is one token.
std::vector<Piece> splitWhitespace(std::string_view sentence);

/// Words and numbers as in UAX #29 ("don't", "3.14"); each punctuation mark, symbol and emoji is a token of its own
/// (a family joined by ZWJ is one emoji). White space and what nobody can see are dropped.
std::vector<Piece> splitWords(std::string_view sentence);

/// What a reader takes for one character (extended grapheme clusters): a letter with its accents, a flag, an emoji
/// with its skin tone. A space is a token, since a model of characters needs it to know where a word ends; so a line
/// break or a tab, which has no picture of its own, becomes the token " ". Other controls and lone format characters
/// are dropped.
std::vector<Piece> splitCharacters(std::string_view sentence);

} // namespace headlight
