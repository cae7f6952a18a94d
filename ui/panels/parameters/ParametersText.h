#pragma once

#include "session/parameters.h"
#include "text/Tokens.h"

#include <QString>
#include <QStringList>

namespace headlight {

// The words around the parameter tables.

QString matrixTip(Parameter);                            ///< what it is for
QString matrixCaption(Parameter, int rows, int columns); ///< rich text: "W_q  2 × 3 · Q = X W_q"
QString matrixSize(Parameter, int rows, int columns);    ///< rich text: "W_q  2 × 3"
QString rowLetter(Parameter);                            ///< "x": what the rows are multiplied by
QString columnLetter(Parameter);                         ///< "q": what the columns make
QStringList numbered(const QString& letter, int count);  ///< "x₁", "x₂", ...

/// Beside the embeddings: who shares the vector of `row`, or how to change a number.
QString embeddingHint(const Tokens&, int row);

} // namespace headlight
