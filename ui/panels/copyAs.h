#pragma once

#include "paste/matrixFormats.h"

#include <functional>
#include <optional>

class QMenu;
class QString;

namespace headlight {

/// Adds a menu of the formats to `menu`; how many decimals they have is chosen there, too, and stays chosen until the
/// program ends.
void addCopyAs(QMenu& menu, const QString& title,
               std::function<void(const MatrixFormat&, std::optional<int> decimals)> copy);

} // namespace headlight
