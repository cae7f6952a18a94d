#pragma once
// core/text: from a sentence to tokens. Knows nothing of vectors. Pure functions, safe from any thread.

#include "base/Frozen.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// Which tokenizer, and how it is set. `remove` is a set of characters (UTF-8) deleted before splitting, so that
/// "," with "whitespace" gives sentence.replace(',', '').split().
struct TokenizerSpec {
    std::string kind = "words"; ///< an id of tokenizers()
    std::string remove;
    std::string unknown; ///< members of the file's object that this version does not know, as JSON text, or empty

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

/// The sentence as the model sees it: token i has the text texts[i] and the embedding row ids[i].
struct Tokens {
    std::vector<std::string> texts;
    std::vector<int> ids;

    int count() const { return static_cast<int>(texts.size()); }
    friend bool operator==(const Tokens&, const Tokens&) = default;
};

} // namespace headlight
