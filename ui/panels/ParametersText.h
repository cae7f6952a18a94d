#pragma once

#include "session/MatrixRef.h"
#include "text/Tokens.h"

#include <QString>
#include <QStringList>

namespace headlight {

// The words around the parameter tables.

QString matrixTip(MatrixKind);                            ///< what it is for
QString matrixCaption(MatrixKind, int rows, int columns); ///< rich text: "W_q  2 × 3 · Q = X W_q"
QString matrixSize(MatrixKind, int rows, int columns);    ///< rich text: "W_q  2 × 3"
QString rowLetter(MatrixKind);                            ///< "x": what the rows are multiplied by
QString columnLetter(MatrixKind);                         ///< "q": what the columns make
QStringList numbered(const QString& letter, int count);   ///< "x₁", "x₂", ...

/// Beside the embeddings: who shares the vector of `row`, or how to change a number.
QString embeddingHint(const Tokens&, int row);

} // namespace headlight
