#pragma once

#include "table/RowSource.h"

namespace headlight {

/// Returns the transpose of a matrix. `before` and `columnsBefore`, its transpose: a row that has not changed since is
/// copied from there, which takes a tenth of the time. That matters while a number is dragged.
RowSource asColumns(const RowSource& rows, const RowSource& before = {}, const RowSource& columnsBefore = {});

} // namespace headlight
