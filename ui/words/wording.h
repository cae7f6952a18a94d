#pragma once

#include "attention/stages.h"
#include "session/Session.h"

#include <QString>

#include <optional>

namespace headlight {

/// Translates words from a list of the core, such as a tokenizer's name, in the context "Core". The core has no Qt, so
/// translators have to take these words from its lists.
QString fromCore(const char* words);

QString titleOf(Stage stage);             ///< "Scaled scores", "Q"
QString withinLine(const QString& title); ///< "scaled scores"; a symbol such as Q stays
QString shortNameOf(Stage stage);         ///< "scaled"
/// Returns "Weights[small, my₃]" for a cell of a map of tokens, which must exist.
QString nameOfCell(Stage stage, const Session&, int query, int key);
/// Returns "W_q[2, 1]" or "X[small, 1]" for a number of a table, with rows and columns as the table shows them.
QString nameOfEntry(Parameter, const Session&, int row, int col);
QString formulaOf(Stage stage); ///< empty if the title says enough
QString titleOfHead(int head);  ///< "Head 3" for 2, as the user counts
/// Returns "Head 2 is switched off: its context counts as 0." about the heads of a layer that are off, or about one of
/// them; empty if there is none.
QString contextsOff(const Layer&, std::optional<int> head = {});
QString leftOutOfMean(const Layer&); ///< "Without head 2, which is switched off."; empty if all are on
QString titleOfLayer(int layer);     ///< "Layer 3" for 2

/// Returns "1 token" or "3 tokens" for QT_TRANSLATE_N_NOOP("Counts", "%n token(s)"). Without a translation the "(s)"
/// follows English.
QString counted(const char* text, int n);

} // namespace headlight
