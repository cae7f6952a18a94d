#pragma once

#include "paste/matrixFormats.h"

#include <functional>
#include <optional>

class QMenu;
class QString;

namespace headlight {

class Workbench;

/// Adds a submenu of the formats to `menu`. The number of decimals is chosen there, too (Decimals::copied).
void addCopyAs(QMenu& menu, Workbench& workbench, const QString& title,
               const std::function<void(const MatrixFormat&, std::optional<int> decimals)>& copy);

} // namespace headlight
