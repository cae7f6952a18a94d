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
    void add(const IndexSet& other) {
        if (!other.empty()) merge(other);
    }
    /// Calls f(first, count) for the runs of neighbours among the items below `end`.
    template <class F>
    void forEachRun(Index end, F f) const {
        for (std::size_t i = 0; i < items.size() && items[i] < end;) {
            const std::size_t first = i++;
            while (i < items.size() && items[i] < end && items[i] == items[i - 1] + 1) ++i;
            f(items[first], static_cast<Index>(i - first));
        }
    }

private:
    void merge(const IndexSet& other);
};

} // namespace headlight
