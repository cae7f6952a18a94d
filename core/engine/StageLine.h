#pragma once

#include "backend/Backend.h"
#include "engine/Explanation.h"
#include "engine/Plan.h"

#include <vector>

namespace headlight {

/// A row or a column of a stage that an explanation needs.
struct StageLine {
    CellRef first; ///< its first cell
    bool isColumn = false;
    Index length = 0;
    Matrix values{}; ///< `length` numbers, once they are read

    Operand operator[](Index i) const;
    Read read() const; ///< returns the read; `length` must not be 0
};

/// Returns the lines that explain() needs for a cell, which the shape must have. The last one is the row of the cell.
std::vector<StageLine> linesFor(const CellRef& cell, const Shape& shape);

} // namespace headlight
