#pragma once

#include "attention/RowKind.h"

#include <QString>

namespace headlight {

/// Returns words over the cells of a row without weights, "sum 0", unless something else on the map explains it.
QString rowWord(RowKind kind);
/// Returns "the row's scores sum to 0: it has no weights"; empty for a plain row.
QString rowSentence(RowKind kind);
/// Returns two sentences on a mask behind the softmax that leaves too little of the weights to divide by their sum.
QString computedAgain();
/// Returns rowSentence() with a capital letter and a full stop.
QString rowNote(RowKind kind);

} // namespace headlight
