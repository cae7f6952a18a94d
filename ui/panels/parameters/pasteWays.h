#pragma once

#include "paste/matrixText.h"
#include "session/Session.h"
#include "session/parameters.h"
#include "session/reshape.h"
#include "text/Tokens.h"

#include <QString>

#include <optional>
#include <vector>

class QWidget;

namespace headlight {

/// The target of a paste: a matrix as it is shown, maybe transposed.
struct PasteTarget {
    const Session& session;
    ParameterRef ref;
    bool isTransposed = false;
    int rows = 0, columns = 0;
    /// The cell at which a block begins; nullopt: the whole matrix is meant.
    struct Cell {
        int row = 0, column = 0;
    };
    std::optional<Cell> cell = {};
};

/// A way to paste numbers.
struct PasteWay {
    QString choice;       ///< in the question: "Transpose to 2 × 3"
    QString done;         ///< the sentence afterwards
    FrozenMatrix numbers; ///< as shown; they begin at `row` and `column`
    int row = 0, column = 0;
    std::vector<NewSize> sizes = {}; ///< set before pasting
};

/// True if the size does not tell if the block is [in, out], as the table, or [out, in], as PyTorch's nn.Linear.
bool isSquareWeight(const PasteTarget&, const Matrix& block);

/// Asks which matrix of the text is meant; at first, the one with the target's name or shape is chosen, if only one
/// has. `from`: "The text". Null: the user cancelled.
const PastedMatrix* askWhichMatrix(QWidget* parent, const PasteTarget&, const PastedText&, const QString& from);
/// Asks how to paste, unless the block has the matrix's shape, or fits at the cell; nullopt: the user cancelled.
/// `mayBeOutByIn`: the block fits, but may be [out, in], as nn.Linear has it.
std::optional<PasteWay> askHowToPaste(QWidget* parent, const PasteTarget&, const FrozenMatrix& block,
                                      bool mayBeOutByIn);

// Sentences on numbers that are pasted, before and after.

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
