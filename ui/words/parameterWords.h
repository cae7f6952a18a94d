#pragma once

#include "session/Session.h"
#include "session/parameters.h"
#include "text/Tokens.h"
#include "words/conventions.h"

#include <QString>
#include <QStringList>

namespace headlight {

// The words around the parameter tables, from what THE list says of a parameter.

std::pair<QString, QString> symbolParts(const QString& symbol); ///< "W_q": the letter and what stands below it
QString symbolHtml(const QString& symbol);                      ///< "W_q" as rich text with a small q below
QString symbolText(Parameter);                                  ///< "W_q"

QString nameText(const ParameterRef&); ///< "W_q of head 2", "W_q of all heads"
bool isTurned(Parameter); ///< its rows are shown as columns: of a weight, where a person reads them as [out, in]

QString purposeOf(Parameter); ///< what it is for
/// What the heads of a layer read, as rich text: "X", "LN(X)" behind a norm, and for keys and values "X_kv" where they
/// have a sentence of their own.
struct InputWords {
    QString queries = QStringLiteral("X"), keys = queries;
    bool hasWeights = true;        ///< else a bias is added to them as they are
    std::vector<Parameter> biases; ///< that there are
};
InputWords inputWords(const Session&, int layer);
/// Of a layer without trainable weights, rich text: "Q = K = V = X", or with a bias "Q = X + b_q, K = V = X".
QString unweightedFormula(const Session&, int layer);
/// Rich text: "W_q of head 1  2 × 3 · Q = X W_q".
QString matrixCaption(const ParameterRef&, int rows, int columns, const InputWords& inputs = {});
QString matrixSize(const ParameterRef&, int rows, int columns); ///< rich text: "W_q of head 1  2 × 3"
QStringList rowLabels(Parameter, int rows); ///< "x₁", "x₂", ...: what the rows are multiplied by; of a vector none
QStringList columnLabels(Parameter, int columns);       ///< "q₁", "q₂", ...: what the columns make
QStringList numbered(const QString& letter, int count); ///< "x₁", "x₂", ...

} // namespace headlight
