#pragma once

#include "base/Result.h"
#include "text/Tokens.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// A tokenizer with a closed vocabulary: every piece has one of its ids, and no sentence adds to it. Immutable; any
/// thread.
class TokenizerModel {
public:
    /// Tokens and ids must be distinct.
    explicit TokenizerModel(std::vector<VocabularyEntry> entries);
    virtual ~TokenizerModel() = default;

    /// Returns the pieces of `sentence` (valid UTF-8) in reading order, with ids and ranges. A Problem if a part is not
    /// in the vocabulary.
    virtual Result<std::vector<Piece>> split(std::string_view sentence) const = 0;

    const Frozen<Vocabulary>& vocabulary() const { return vocabulary_; } ///< all rows are pinned
    int idOf(std::string_view token) const;                              ///< -1 if it is not a token

private:
    Frozen<Vocabulary> vocabulary_;
    std::map<std::string, int, std::less<>> ids_;
};

} // namespace headlight
