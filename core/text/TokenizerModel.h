#pragma once

#include "base/Result.h"
#include "text/Tokens.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// A tokenizer with a vocabulary of its own, which is closed: no sentence adds to it, and every piece has one of its
/// ids. Immutable; any thread.
class TokenizerModel {
public:
    /// Tokens and ids are distinct.
    explicit TokenizerModel(std::vector<VocabularyEntry> entries);
    virtual ~TokenizerModel() = default;

    /// The pieces of valid UTF-8 in reading order, each with its id; ranges are those in `sentence`. A Problem if the
    /// vocabulary cannot say it.
    virtual Result<std::vector<Piece>> split(std::string_view sentence) const = 0;

    const Frozen<Vocabulary>& vocabulary() const { return vocabulary_; } ///< in the order of ids, all of it pinned
    int idOf(std::string_view token) const;                              ///< -1 if it is none

private:
    Frozen<Vocabulary> vocabulary_;
    std::map<std::string, int, std::less<>> ids_;
};

} // namespace headlight
