#pragma once

#include "session/Session.h"
#include "session/parameters.h"
#include "session/reshape.h"

#include <QString>

#include <optional>
#include <vector>

namespace headlight {

/// What is pasted into: a matrix as it is seen, its rows maybe as columns.
struct PasteTarget {
    const Session& session;
    ParameterRef ref;
    bool isTurned = false;
    int rows = 0, columns = 0;
    /// The cell that a block begins at; nothing: the whole matrix is meant.
    struct Cell {
        int row = 0, column = 0;
    };
    std::optional<Cell> cell = {};
};

/// A way to paste numbers.
struct PasteWay {
    QString choice;       ///< in the question: "Transpose to 2 × 3"
    QString done;         ///< the sentence afterwards
    FrozenMatrix numbers; ///< as seen, and where they begin
    int row = 0, column = 0;
    std::vector<NewSize> sizes = {}; ///< what is resized first
    bool isLossy = false;            ///< some of the numbers are left out, or some of the old ones stay beside them
};

/// Whether no size says if the block stands as the table has it, [in, out], or as PyTorch's nn.Linear, [out, in].
bool isSquareWeight(const PasteTarget&, const Matrix& block);
/// The way that needs no question: the block is of the matrix's shape, or has room at the cell.
std::optional<PasteWay> plainWay(const PasteTarget&, const FrozenMatrix& block);
/// Else: what can be done, the best first.
std::vector<PasteWay> otherWays(const PasteTarget&, const FrozenMatrix& block);

} // namespace headlight
