#include "text/tokenizers.h"

#include "text/quotedText.h"
#include "text/splitters.h"
#include "text/utf8.h"

#include <algorithm>
#include <array>
#include <set>

namespace headlight {

namespace {

constexpr std::array kTokenizers = {
    // First what the notebooks do, then what most people mean, then the smallest pieces.
    Tokenizer{"whitespace", "Whitespace", "Splits at spaces and line breaks only: punctuation stays with its word.",
              splitWhitespace},
    Tokenizer{"words", "Words", "Words and numbers; each punctuation mark, symbol or emoji is a token of its own.",
              splitWords},
    Tokenizer{"characters", "Characters",
              "Every character as a reader sees it, spaces included; a line break or tab counts as a space.",
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

std::string withoutCharacters(std::string_view sentence, std::string_view remove) {
    std::set<char32_t> removed;
    for (std::size_t at = 0; at < remove.size();) removed.insert(nextCodePoint(remove, at));
    std::string kept;
    kept.reserve(sentence.size());
    for (std::size_t at = 0; at < sentence.size();) {
        const std::size_t here = at;
        if (!removed.contains(nextCodePoint(sentence, at))) kept += sentence.substr(here, at - here);
    }
    return kept;
}

} // namespace

std::span<const Tokenizer> tokenizers() { return kTokenizers; }

const Tokenizer* findTokenizer(std::string_view id) {
    const auto found = std::ranges::find_if(kTokenizers, [&](const Tokenizer& t) { return t.id == id; });
    return found == kTokenizers.end() ? nullptr : &*found;
}

Result<std::vector<std::string>> tokenise(std::string_view sentence, const TokenizerSpec& spec) {
    const Tokenizer* tokenizer = findTokenizer(spec.kind);
    if (!tokenizer)
        return Problem{"There is no tokenizer " + quotedBriefly(spec.kind) + ": choose one of " + knownKinds() + "."};
    if (sentence.size() > kMostSentenceBytes)
        return Problem{"The sentence has " + std::to_string(sentence.size()) + " bytes, but at most " +
                       std::to_string(kMostSentenceBytes) + " fit: shorten it."};
    if (auto problem = notUtf8(sentence, "The sentence")) return *std::move(problem);
    if (auto problem = notUtf8(spec.remove, "The set of characters to remove")) return *std::move(problem);
    auto tokens = spec.remove.empty() ? tokenizer->split(sentence)
                                      : tokenizer->split(withoutCharacters(sentence, spec.remove));
    if (tokens.size() > static_cast<std::size_t>(kMostTokens))
        return Problem{"The sentence has " + std::to_string(tokens.size()) + " tokens, but at most " +
                       std::to_string(kMostTokens) + " fit: shorten it by " +
                       std::to_string(tokens.size() - kMostTokens) + "."};
    return tokens;
}

} // namespace headlight
