#pragma once

#include "backend/Backend.h"
#include "engine/Explanation.h"
#include "engine/Plan.h"

#include <vector>

namespace headlight {

/// A row or a column of a stage that an explanation is made of.
struct StageLine {
    CellRef first; ///< its first cell
    bool isColumn = false;
    Index length = 0;
    Matrix values{}; ///< `length` numbers, once they are read

    Operand operator[](Index i) const;
    Read read() const; ///< there is something to read
};

/// The lines that explain() needs of a cell that the shape has; the last one is the row that the cell stands in.
std::vector<StageLine> linesFor(const CellRef& cell, const Shape& shape);

} // namespace headlight
