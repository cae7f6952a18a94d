#pragma once

#include "document/ViewState.h"

#include <QPoint>

#include <optional>

namespace headlight {

/// What is asked of one cell of a map, beside looking at it.
struct MapRequest {
    enum class Kind { Menu, CopyNumber };
    Kind kind = Kind::Menu;
    Cell cell;
    QPoint at;                    ///< of the screen: where the menu opens
    std::optional<float> value{}; ///< of the cell, where it is known
};

} // namespace headlight
