#pragma once

#include "backend/IndexSet.h"

namespace headlight {

/// Which rows of `now` are not those of `before`, bit by bit. `every` if more than half changed, or the sizes differ,
/// or there was nothing before.
IndexSet changedRows(const FrozenMatrix& before, const FrozenMatrix& now);

} // namespace headlight
