// The first byte of the input chooses the tokenizer and how many bytes name the characters to remove. A sentence gives
// one message, or tokens in its order that are valid UTF-8, and a consistent session.
#include "base/utf8.h"
#include "session/consistency.h"
#include "session/edits.h"
#include "text/tokenizers.h"

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

    const auto pieces = tokenise(text, spec);
    const auto typed = [&] {
        const auto cut = withTokenizer(newSession(1, 2, 1, 2, 2), spec);
        return cut ? withSentence(*cut, std::string(text)) : cut;
    }();
    if (pieces.ok() != typed.ok()) std::abort();
    if (!pieces) {
        if (pieces.text().empty() || typed.text().empty()) std::abort();
        return 0;
    }
    const Tokens& tokens = *typed->text.tokens;
    if (tokens.texts.size() != pieces->size() || firstInconsistency(*typed)) std::abort();
    std::size_t end = 0; // end of the token before
    for (std::size_t i = 0; i < pieces->size(); ++i) {
        const auto& [token, range] = (*pieces)[i];
        if (token.empty() || firstInvalidByte(token) || token != tokens.texts[i] || range != tokens.ranges[i])
            std::abort();
        if (range.begin < end || range.end <= range.begin || range.end > text.size()) std::abort();
        if (firstInvalidByte(text.substr(range.begin, range.end - range.begin))) std::abort();
        end = range.end;
    }
    return 0;
}
