#pragma once

#include "engine/Explanation.h"
#include "session/View.h"

namespace headlight {

/// The selected number: of the stage that the view names, if its layer has that stage; else the weight of the selected
/// query and key.
CellRef selectedCell(const Session&, const View&);

/// The view when that number is selected: its row, and its column where tokens stand along it, are the query and key.
View selecting(const CellRef&, View);

/// Whether the session has that number.
bool exists(const Session&, const Address&);

float numberAt(const Session&, const ParameterCell&); ///< of one that exists

} // namespace headlight
