#pragma once
// The matrix that the table of weights shows: maybe transposed, and maybe one W for each projection, which has the
// heads' matrices side by side, its columns bracketed by head.

#include "document/ViewState.h"
#include "session/parameters.h"
#include "table/RowSource.h"
#include "words/Bands.h"

#include <vector>

namespace headlight {

/// A matrix as one block. For all heads, the blocks are joined only when one of them changes.
class WholeMatrix {
public:
    FrozenMatrix of(const Session&, const ParameterRef&);

private:
    std::vector<FrozenMatrix> blocks_;
    FrozenMatrix whole_;
};

/// Returns the brackets of the heads: of the columns of a matrix of all heads, or of the rows of W_o; transposed if the
/// table is. The selected head's is marked. None for one head.
Bands headBands(const ViewState&, const ParameterRef&, bool isTransposed);

/// Returns "q₁", "q₂", "q₁", "q₂": for all heads, each head counts from the first.
QStringList columnLabelsOf(const ParameterRef&, const Session&, int columns);
/// Returns the tokens for embeddings and for what is given, else the factors of the rows.
QStringList rowLabels(const ParameterRef&, const Session&, int rows);

/// Returns the transpose of a matrix. `before` and `columnsBefore`, its transpose: a row that has not changed since is
/// copied from there, which takes a tenth of the time. That matters while a number is dragged.
RowSource asColumns(const RowSource& rows, const RowSource& before = {}, const RowSource& columnsBefore = {});

} // namespace headlight
