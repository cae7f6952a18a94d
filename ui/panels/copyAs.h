#pragma once

#include "paste/matrixFormats.h"

#include <functional>
#include <optional>

class QMenu;
class QString;

namespace headlight {

/// Adds a submenu of the formats to `menu`. The number of decimals is chosen there, too, and is kept until the program
/// ends.
void addCopyAs(QMenu& menu, const QString& title,
               std::function<void(const MatrixFormat&, std::optional<int> decimals)> copy);

} // namespace headlight
