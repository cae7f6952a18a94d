#pragma once

#include "table/RowSource.h"

namespace headlight {

/// A matrix whose rows stand as columns. `before` and what it was as columns: a row that has not changed since is not
/// turned again, for turning takes ten times as long as copying, and a number is dragged.
RowSource asColumns(const RowSource& rows, const RowSource& before = {}, const RowSource& columnsBefore = {});

} // namespace headlight
