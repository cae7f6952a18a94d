#include "text/tokenizers.h"

#include "base/quotedText.h"
#include "base/utf8.h"
#include "text/pieces.h"

#include <algorithm>
#include <array>
#include <set>

namespace headlight {

namespace {

constexpr std::array kTokenizers = {
    // First the tokenizer that is common in notebooks, then words, then the smallest pieces.
    Tokenizer{"whitespace", "Split at spaces", "Split at spaces and line breaks only: punctuation stays with its word",
              splitWhitespace},
    Tokenizer{"words", "Split into words",
              "Words and numbers; each punctuation mark, symbol or emoji is a token of its own", splitWords},
    Tokenizer{"characters", "Split into characters",
              "Every character as a reader sees it, spaces included; a line break or tab counts as a space",
              splitCharacters},
};

std::string knownKinds() {
    std::string known;
    for (const auto& tokenizer : kTokenizers) {
        known += known.empty() ? "" : ", ";
        known += quotedText(tokenizer.id);
    }
    return known;
}

std::optional<Problem> notUtf8(std::string_view text, const std::string& what) {
    const auto at = firstInvalidByte(text);
    if (!at) return std::nullopt;
    return Problem{what + " is not valid UTF-8 at byte " + std::to_string(*at) +
                   " (counted from 0): save or copy the text as UTF-8 and try again."};
}

/// A sentence without removed characters.
struct Kept {
    std::string text;
    std::vector<std::size_t> places; ///< the index of each byte in the whole sentence

    /// Returns the range in the whole sentence.
    ByteRange original(const ByteRange& range) const { return {places[range.begin], places[range.end - 1] + 1}; }
};

Kept withoutCharacters(std::string_view sentence, std::string_view remove) {
    std::set<char32_t> removed;
    for (std::size_t at = 0; at < remove.size();) removed.insert(nextCodePoint(remove, at));
    Kept kept;
    for (std::size_t at = 0; at < sentence.size();) {
        std::size_t here = at;
        if (removed.contains(nextCodePoint(sentence, at))) continue;
        kept.text += sentence.substr(here, at - here);
        while (here < at) kept.places.push_back(here++);
    }
    return kept;
}

Result<std::vector<Piece>> cut(std::string_view sentence, const TokenizerSpec& spec) {
    if (const Tokenizer* tokenizer = findTokenizer(spec.kind)) return tokenizer->split(sentence);
    return Problem{"There is no tokenizer " + quotedBriefly(spec.kind) + ": choose one of " + knownKinds() + "."};
}

Result<std::vector<Piece>> cutWithout(std::string_view sentence, const TokenizerSpec& spec) {
    if (spec.remove.empty()) return cut(sentence, spec);
    const Kept kept = withoutCharacters(sentence, spec.remove);
    auto pieces = cut(kept.text, spec);
    if (pieces)
        for (Piece& piece : *pieces) piece.range = kept.original(piece.range);
    return pieces;
}

} // namespace

std::span<const Tokenizer> tokenizers() { return kTokenizers; }

const Tokenizer* findTokenizer(std::string_view id) {
    const auto found = std::ranges::find_if(kTokenizers, [&](const Tokenizer& t) { return t.id == id; });
    return found == kTokenizers.end() ? nullptr : &*found;
}

Result<std::vector<Piece>> tokenise(std::string_view sentence, const TokenizerSpec& spec) {
    if (sentence.size() > kMaxSentenceBytes)
        return Problem{"The sentence has " + std::to_string(sentence.size()) + " bytes, but the limit is " +
                       std::to_string(kMaxSentenceBytes) + ". Shorten it."};
    if (auto problem = notUtf8(sentence, "The sentence")) return *std::move(problem);
    if (auto problem = notUtf8(spec.remove, "The set of characters to remove")) return *std::move(problem);
    auto pieces = cutWithout(sentence, spec);
    if (pieces && pieces->size() > static_cast<std::size_t>(kMaxTokens))
        return Problem{"The sentence has " + std::to_string(pieces->size()) + " tokens, but the limit is " +
                       std::to_string(kMaxTokens) + ". Shorten it by " + std::to_string(pieces->size() - kMaxTokens) +
                       "."};
    return pieces;
}

} // namespace headlight
