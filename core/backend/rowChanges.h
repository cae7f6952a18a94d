#pragma once

#include "backend/IndexSet.h"

namespace headlight {

/// Which rows of `now` are not those of `before`: compared bit by bit up to the shorter length, what is beyond counts
/// as changed. `every` if more than half changed, or the widths differ, or there was nothing before.
IndexSet changedRows(const FrozenMatrix& before, const FrozenMatrix& now);

} // namespace headlight
