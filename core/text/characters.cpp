#include "text/pieces.h"
#include "text/splitters.h"
#include "text/utf8.h"

namespace headlight {

std::vector<std::string> splitCharacters(std::string_view sentence) {
    std::vector<std::string> tokens;
    forEachPiece(sentence, Cut::Characters, [&](std::string_view piece) {
        if (!isInvisible(piece))
            tokens.emplace_back(piece);
        else if (std::size_t at = 0; isPythonSpace(nextCodePoint(piece, at)))
            tokens.emplace_back(" ");
    });
    return tokens;
}

} // namespace headlight
