#pragma once

#include "base/Matrix.h"

#include <vector>

namespace headlight {

/// Some rows or columns of a matrix, or all of them.
struct IndexSet {
    bool all = false;
    std::vector<Index> items; ///< ascending, distinct; empty if `all`

    static IndexSet every() { return {true, {}}; }
    bool empty() const { return !all && items.empty(); }
    void add(const IndexSet& other);
};

} // namespace headlight
