#include "text/pieces.h"
#include "text/splitters.h"
#include "text/utf8.h"

namespace headlight {

std::vector<std::string> splitWhitespace(std::string_view sentence) {
    std::vector<std::string> tokens;
    std::size_t start = 0; // of the token that is growing
    const auto finish = [&](std::size_t end) {
        if (end > start) tokens.emplace_back(sentence.substr(start, end - start));
    };
    for (std::size_t at = 0; at < sentence.size();) {
        const std::size_t here = at;
        if (isPythonSpace(nextCodePoint(sentence, at))) {
            finish(here);
            start = at;
        }
    }
    finish(sentence.size());
    return tokens;
}

} // namespace headlight
