#include "base/utf8.h"
#include "text/pieces.h"
#include "text/splitters.h"

namespace headlight {

std::vector<Piece> splitWhitespace(std::string_view sentence) {
    std::vector<Piece> pieces;
    std::size_t start = 0; // the beginning of the present token
    const auto finish = [&](std::size_t end) {
        if (end > start) pieces.push_back(pieceOf(sentence, sentence.substr(start, end - start)));
    };
    for (std::size_t at = 0; at < sentence.size();) {
        const std::size_t here = at;
        if (isPythonSpace(nextCodePoint(sentence, at))) {
            finish(here);
            start = at;
        }
    }
    finish(sentence.size());
    return pieces;
}

} // namespace headlight
