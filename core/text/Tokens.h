#pragma once
// core/text: from a sentence to tokens. Knows nothing of vectors. Pure functions, safe from any thread.

#include "base/Frozen.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace headlight {

class TokenizerModel;

/// Which tokenizer, and how it is set. `remove` is a set of characters (UTF-8) deleted before splitting, so that
/// "," with "whitespace" gives sentence.replace(',', '').split().
struct TokenizerSpec {
    std::string kind = "words"; ///< an id of tokenizers()
    std::string remove;
    std::shared_ptr<const TokenizerModel> model = {}; ///< which cuts instead of `kind`; null: the vocabulary is open

    friend bool operator==(const TokenizerSpec&, const TokenizerSpec&) = default;
};

/// Row `id` of the embedding table is the vector of `token`.
struct VocabularyEntry {
    std::string token;
    int id = 0;

    friend bool operator==(const VocabularyEntry&, const VocabularyEntry&) = default;
};

/// Distinct tokens with their ids, in the order of their ids. Ids are distinct but may leave gaps.
/// Rows below `pinnedRows` stay for ever (they came from a file or somebody edited a vector); the rows from there on
/// belong to the other tokens of the present sentence, in code point order, and come and go with it.
struct Vocabulary {
    std::vector<VocabularyEntry> entries;
    int pinnedRows = 0;

    friend bool operator==(const Vocabulary&, const Vocabulary&) = default;
};

/// Where something stands in a sentence: its bytes [begin, end), from 0.
struct ByteRange {
    std::size_t begin = 0, end = 0;

    friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

/// What a tokenizer cuts out of a sentence: the text of a token, which may differ from the bytes it stands for.
struct Piece {
    std::string text;
    ByteRange range; ///< from the first to the last kept character, in the sentence as it was typed
    int id = -1;     ///< -1: the open vocabulary gives it
};

/// The sentence as the model sees it: token i has the text texts[i] and the embedding row ids[i], and stands at
/// ranges[i] of the sentence.
struct Tokens {
    std::vector<std::string> texts;
    std::vector<int> ids;
    std::vector<ByteRange> ranges = {};

    int count() const { return static_cast<int>(texts.size()); }
    friend bool operator==(const Tokens&, const Tokens&) = default;
};

} // namespace headlight
