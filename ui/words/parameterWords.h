#pragma once

#include "session/Session.h"
#include "session/parameters.h"
#include "text/Tokens.h"
#include "words/conventions.h"

#include <QString>
#include <QStringList>

namespace headlight {

// The words around the parameter tables, made from the list parameters().

std::pair<QString, QString> symbolParts(const QString& symbol); ///< "W" and "q" for "W_q"
QString symbolHtml(const QString& symbol);                      ///< "W_q" as rich text with a small q below
/// Returns a plain text as rich text, with such symbols and minus signs.
QString symbolsHtml(const QString& text);
/// Returns the text with a minus sign (U+2212) before each negative number that is not within a name or a token.
QString withMinusSigns(QString text);
QString symbolText(Parameter); ///< "W_q"

QString nameText(const ParameterRef&); ///< "W_q of head 2", "W_q of all heads"
bool isTransposed(Parameter);          ///< true if it is shown transposed: W, if it is read as [out, in]

QString purposeOf(Parameter); ///< returns what it is for
/// The inputs of a layer's heads, as rich text: "X", "LN(X)" behind a norm, and for keys and values "X_kv" if they have
/// a sentence of their own.
struct InputWords {
    QString queries = QStringLiteral("X"), keys = queries;
    bool hasWeights = true;        ///< false: there is no W, and a bias is added to the inputs
    std::vector<Parameter> biases; ///< the biases that the layer has
};
InputWords inputWords(const Session&, int layer);
/// Returns rich text for a layer without W: "Q = K = V = X", or with a bias "Q = X + b_q, K = V = X".
QString unweightedFormula(const Session&, int layer);
/// Returns rich text: "W_q of head 1  2 × 3 · Q = X W_q".
QString matrixCaption(const ParameterRef&, int rows, int columns, const InputWords& inputs = {});
QString matrixSize(const ParameterRef&, int rows, int columns); ///< rich text: "W_q of head 1  2 × 3"
QStringList rowLabels(Parameter, int rows);       ///< "x₁", "x₂", ...: the factors of the rows; empty for a vector
QStringList columnLabels(Parameter, int columns); ///< "q₁", "q₂", ...: the results of the columns
QStringList numbered(const QString& letter, int count); ///< "x₁", "x₂", ...

} // namespace headlight
