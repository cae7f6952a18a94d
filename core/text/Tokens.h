#pragma once
// core/text: cuts sentences into tokens. It knows no vectors. Pure functions; any thread.

#include "base/Frozen.h"

#include <cstddef>
#include <string>
#include <vector>

namespace headlight {

/// A tokenizer and its settings. `remove` is a set of characters (UTF-8) that are deleted before splitting: "," with
/// "whitespace" is Python's sentence.replace(',', '').split().
struct TokenizerSpec {
    std::string kind = "words"; ///< an id of tokenizers()
    std::string remove;

    friend bool operator==(const TokenizerSpec&, const TokenizerSpec&) = default;
};

/// Row `id` of the embedding table is the vector of `token`.
struct VocabularyEntry {
    std::string token;
    int id = 0;

    friend bool operator==(const VocabularyEntry&, const VocabularyEntry&) = default;
};

/// Distinct tokens with distinct ids, in the order of their ids. Ids may have gaps. Rows below `pinnedRows` are kept
/// when the sentence changes: they came from a file, or the embeddings were edited. The rows after them belong to the
/// other tokens of the present sentence, in code point order.
struct Vocabulary {
    std::vector<VocabularyEntry> entries;
    int pinnedRows = 0;

    friend bool operator==(const Vocabulary&, const Vocabulary&) = default;
};

/// The bytes [begin, end) of a sentence, from 0.
struct ByteRange {
    std::size_t begin = 0, end = 0;

    friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

/// A token as a tokenizer cuts it out of a sentence. `text` may differ from the bytes of `range`.
struct Piece {
    std::string text;
    ByteRange range; ///< from its first to its last character, in the sentence before characters were removed
};

/// A sentence as tokens: token i has the text texts[i], the embedding row ids[i] and the bytes ranges[i].
struct Tokens {
    std::vector<std::string> texts;
    std::vector<int> ids;
    std::vector<ByteRange> ranges = {};

    int count() const { return static_cast<int>(texts.size()); }
    friend bool operator==(const Tokens&, const Tokens&) = default;
};

} // namespace headlight
