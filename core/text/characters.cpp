#include "base/utf8.h"
#include "text/pieces.h"
#include "text/splitters.h"

namespace headlight {

std::vector<Piece> splitCharacters(std::string_view sentence) {
    std::vector<Piece> pieces;
    forEachPiece(sentence, Cut::Characters, [&](std::string_view piece) {
        std::size_t at = 0;
        const bool isSeen = !isInvisible(piece);
        if (!isSeen && !isPythonSpace(nextCodePoint(piece, at))) return;
        pieces.push_back(pieceOf(sentence, piece));
        if (!isSeen) pieces.back().text = " ";
    });
    return pieces;
}

} // namespace headlight
