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

// Sentences on numbers that were pasted.

/// Returns "2 × 2 numbers of W_q of head 1 filled with 0.5." `number`: a block of one number.
QString filledText(const PasteTarget&, Index rows, Index columns, const Matrix& number);
/// Returns how the text was understood: " Commas were read as decimal points." `isSquare`: see isSquareWeight().
QString readingText(const PastedText&, bool isSquare);
/// Returns " Rows 3 and 7 of “are” are one vector; row 7 was kept." if rows of equal tokens differ in `numbers`, which
/// begin at `row` of the embeddings. Empty: none do.
QString equalTokensText(const Tokens&, int row, const Matrix& numbers);

} // namespace headlight
