#pragma once

#include "base/Result.h"
#include "text/Tokens.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// A way to cut a sentence. `split` gets valid UTF-8 without the characters of TokenizerSpec::remove, and returns
/// non-empty pieces in reading order, with their ranges in the text that it got.
struct Tokenizer {
    const char* id;      ///< the name in session files: "whitespace"
    const char* name;    ///< the name on the screen: "Split at spaces"
    const char* explain; ///< a tool tip
    std::vector<Piece> (*split)(std::string_view sentence);
};

/// Returns the list, in the order of the window.
std::span<const Tokenizer> tokenizers();

/// Returns the tokenizer with this id, or null.
const Tokenizer* findTokenizer(std::string_view id);

/// The maximum number of tokens: an int can count the cells of a map and its headers, as accessibility does, and the
/// sums of rows are exact up to 65,536 (kernels.h). If memory ends before, the backend says so.
inline constexpr int kMaxTokens = 46'339;
inline constexpr std::size_t kMaxSentenceBytes = std::size_t{1} << 20; ///< 22 bytes for each of kMaxTokens

/// Cuts `sentence` into pieces, in reading order. Problems: an unknown kind, more than kMaxSentenceBytes, sentence or
/// spec.remove is not UTF-8 (with the place of the byte), more than kMaxTokens tokens (with their number). 2,000 tokens
/// take about a millisecond.
Result<std::vector<Piece>> tokenise(std::string_view sentence, const TokenizerSpec& spec);

} // namespace headlight
