#include "base/utf8.h"
#include "text/pieces.h"

#include <unicode/uchar.h>

namespace headlight {
namespace {

UChar32 icuPoint(std::string_view piece, std::size_t& at) { return static_cast<UChar32>(nextCodePoint(piece, at)); }

bool hasLetterOrDigit(std::string_view piece) {
    for (std::size_t at = 0; at < piece.size();)
        if (const UChar32 point = icuPoint(piece, at); u_isUAlphabetic(point) || u_isdigit(point)) return true;
    return false;
}

/// Adds the tokens of `run`, one of ICU's words. ICU counts connectors ("___") as words, and version 72 counts @ as a
/// letter. Here they are punctuation marks: each is a token, together with the combining marks that follow it.
void addPieces(std::vector<Piece>& pieces, std::string_view sentence, std::string_view run) {
    const bool word = hasLetterOrDigit(run);
    if (word && run.find('@') == std::string_view::npos) {
        pieces.push_back(pieceOf(sentence, run));
        return;
    }
    std::size_t start = 0;
    const auto finish = [&](std::size_t end) {
        const auto token = run.substr(start, end - start);
        if (!isBlank(token)) pieces.push_back(pieceOf(sentence, token));
        start = end;
    };
    bool afterMark = false;
    for (std::size_t at = 0; at < run.size();) {
        const std::size_t here = at;
        const UChar32 point = icuPoint(run, at);
        const bool mark = point == '@' || (!word && u_charType(point) == U_CONNECTOR_PUNCTUATION);
        const bool attached = u_hasBinaryProperty(point, UCHAR_GRAPHEME_EXTEND) != 0;
        if (mark || (afterMark && !attached)) finish(here);
        afterMark = mark || (afterMark && attached);
    }
    finish(run.size());
}

} // namespace

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

std::vector<Piece> splitWords(std::string_view sentence) {
    std::vector<Piece> pieces;
    forEachPiece(sentence, Cut::Words, [&](std::string_view run) { addPieces(pieces, sentence, run); });
    return pieces;
}

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
