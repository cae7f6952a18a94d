#pragma once
// Shared by the tokenizers that ask ICU where a text may be cut.

#include "text/Tokens.h"

#include <functional>
#include <string_view>

namespace headlight {

enum class Cut { Words, Characters };

/// Cuts valid UTF-8 at the boundaries of UAX #29 under the root locale, so that no setting of the machine matters, and
/// hands over the pieces in order. Words of Chinese, Japanese, Thai, Lao, Khmer and Burmese come from ICU's
/// dictionaries. Each call has its own ICU objects: any thread.
void forEachPiece(std::string_view text, Cut cut, const std::function<void(std::string_view)>& take);

/// `part` of `sentence`, in which it lies, as a piece.
Piece pieceOf(std::string_view sentence, std::string_view part);

/// White space of Python's str.split(): Unicode White_Space (no-break space included) and U+001C to U+001F.
bool isPythonSpace(char32_t point);

/// True if nothing in the piece leaves a mark or a gap on the page: controls (line breaks and tabs among them), line
/// and paragraph separators, format characters (byte order mark, joiners and direction marks on their own).
bool isInvisible(std::string_view piece);

/// True if every character of the piece is invisible or white space.
bool isBlank(std::string_view piece);

} // namespace headlight
