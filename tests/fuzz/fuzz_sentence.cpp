// Sentences: the first byte chooses the tokenizer and how many bytes name the characters to remove. Tokens that stand
// in the sentence's order and are valid UTF-8, and a session that is consistent, or one sentence.
#include "session/edits.h"
#include "text/tokenizers.h"
#include "text/utf8.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    using namespace headlight;
    if (size == 0) return 0;
    std::string_view text{reinterpret_cast<const char*>(bytes) + 1, size - 1};
    TokenizerSpec spec;
    spec.kind = tokenizers()[bytes[0] % tokenizers().size()].id;
    const std::size_t removed = std::min<std::size_t>(bytes[0] / 16U, text.size());
    spec.remove = text.substr(0, removed);
    text.remove_prefix(removed);

    const auto tokens = tokenise(text, spec);
    const auto typed = [&] {
        const auto cut = withTokenizer(newSession(1, 2, 1, 2, 2), spec);
        return cut ? withSentence(*cut, std::string(text)) : cut;
    }();
    if (tokens.ok() != typed.ok()) std::abort();
    if (!tokens) {
        if (tokens.text().empty() || typed.text().empty()) std::abort();
        return 0;
    }
    for (const std::string& token : *tokens)
        if (token.empty() || firstInvalidByte(token)) std::abort();
    if (typed->text.tokens->texts != *tokens || firstInconsistency(*typed)) std::abort();
    return 0;
}
