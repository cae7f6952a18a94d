#pragma once

#include "document/ViewState.h"

#include <QPoint>

#include <optional>

namespace headlight {

/// A request for one cell of a map: its menu, or its number for the clipboard.
struct MapRequest {
    enum class Kind { Menu, CopyNumber };
    Kind kind = Kind::Menu;
    Cell cell;
    QPoint at;                    ///< where the menu opens, on the screen
    std::optional<float> value{}; ///< the cell's number; nullopt: unknown
};

} // namespace headlight
