#pragma once

#include "attention/RowKind.h"

#include <QString>

namespace headlight {

/// "sum 0": of a row without weights that nothing else on a map explains, over its cells; else empty.
QString rowWord(RowKind kind);
/// "the row's scores sum to 0: it has no weights". Of a plain row empty.
QString rowSentence(RowKind kind);
/// A mask behind the softmax leaves too little of the weights to divide them by their sum.
QString computedAgain();
/// rowSentence() by itself, with a capital letter and a full stop.
QString rowNote(RowKind kind);

} // namespace headlight
