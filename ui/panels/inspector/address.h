#pragma once

#include "engine/Explanation.h"

#include <QString>

#include <vector>

namespace headlight {

/// "scores/0/1/3/2", stage or parameter, layer, head, row and column, from 0, as a link says them: of several numbers
/// with ";" between them. Nothing for a number that stands nowhere.
QString addressText(const std::vector<Address>& addresses);
std::vector<Address> addressesIn(const QString& text); ///< what is none is left out

} // namespace headlight
