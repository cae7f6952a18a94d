#pragma once

#include "engine/Explanation.h"

#include <QString>

#include <vector>

namespace headlight {

/// Returns the addresses as a link: "scores/0/1/3/2", stage or parameter, layer, head, row and column, from 0; several
/// are joined by ";". A number without a place is left out.
QString addressText(const std::vector<Address>& addresses);
std::vector<Address> addressesIn(const QString& text); ///< invalid ones are left out

} // namespace headlight
