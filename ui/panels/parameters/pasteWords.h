#pragma once
// Sentences on numbers that are pasted, before and after.

#include "panels/parameters/pasteWays.h"
#include "paste/matrixText.h"
#include "text/Tokens.h"

namespace headlight {

QString inPaste(const char* words); ///< translated

QString pasteQuestion(const PasteTarget&, const Matrix& block); ///< "You are pasting 8 × 2 numbers, but X is 6 × 3."
/// Returns "d to 3 and d_k to 2 (now 3)": a size that shrinks, and so loses numbers, is followed by its present value.
QString sizesText(const PasteTarget&, const std::vector<NewSize>&);
QString sizesDone(const std::vector<NewSize>&);            ///< "d is now 3 and d_k is now 2"
QString countText(Index rows, Index columns);              ///< "1 number", "3 × 2 numbers"
QString doneText(const PasteTarget&, const Matrix& block); ///< "3 × 2 numbers pasted into W_q of head 1"
/// Returns "2 × 2 numbers of W_q of head 1 filled with 0.5." `number`: a block of one number.
QString filledText(const PasteTarget&, Index rows, Index columns, const Matrix& number);
/// Returns how the text was understood: " Commas were read as decimal points." `isSquare`: see isSquareWeight().
QString readingText(const PastedText&, bool isSquare);
/// Returns " Rows 3 and 7 of “are” are one vector; row 7 was kept." if rows of equal tokens differ in `numbers`, which
/// begin at `row` of the embeddings. Empty: none do.
QString equalTokensText(const Tokens&, int row, const Matrix& numbers);

} // namespace headlight
