#pragma once

#include "attention/stages.h"
#include "session/Session.h"

#include <QString>

namespace headlight {

/// What a list of the core says (a tokenizer's name, say), translated in the context "Core". It stands in the core,
/// which knows no Qt: whoever translates takes it from there.
QString fromCore(const char* words);

QString titleOf(Stage stage, int layer = 0); ///< "Scaled scores"
/// "Weights[small, my₃]": a cell of a map of tokens, which must exist.
QString nameOfCell(Stage stage, int layer, const Session&, int query, int key);
/// "W_q[2, 1]", "X[small, 1]": a number of a table, as that shows rows and columns.
QString nameOfEntry(Parameter, const Session&, int row, int col);
QString formulaOf(Stage stage);  ///< what it is, where its title does not say that; or empty
QString titleOfHead(int head);   ///< "Head 3" for 2, as a person counts
QString titleOfLayer(int layer); ///< "Layer 3" for 2

/// "1 token", "3 tokens" for QT_TRANSLATE_N_NOOP("Counts", "%n token(s)"). Without a translation the "(s)" follows
/// English.
QString counted(const char* text, int n);

} // namespace headlight
