#pragma once

#include "engine/Explanation.h"
#include "session/View.h"

namespace headlight {

/// Returns the selected number: of the stage that the view names, if its layer has that stage; else the weight of the
/// selected query and key.
CellRef selectedCell(const Session&, const View&);

/// Returns the view with that number selected: its row and column become the query and key, or View::column if its side
/// has no tokens.
View selecting(const CellRef&, View);

/// True if the session has that number.
bool exists(const Session&, const Address&);

float numberAt(const Session&, const ParameterCell&); ///< the entry must exist

} // namespace headlight
