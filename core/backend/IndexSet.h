#pragma once

#include "base/Matrix.h"

#include <utility>
#include <vector>

namespace headlight {

/// Some rows or columns of a matrix, or all of them.
struct IndexSet {
    bool all = false;
    std::vector<Index> items; ///< ascending, distinct; empty if `all`

    static IndexSet every() { return {true, {}}; }
    bool empty() const { return !all && items.empty(); }
    void add(IndexSet other) {
        if (!other.empty()) merge(std::move(other));
    }
    void remove(const IndexSet& other) {
        if (!other.empty()) subtract(other);
    }
    IndexSet operator&(const IndexSet& other) const;
    /// Selects all of `size` if more than half are selected, since many one by one cost more than all at once.
    void limitTo(Index size) {
        if (2 * static_cast<Index>(items.size()) > size) *this = every();
    }
    /// Calls f(first, count) for each run of neighbours. `all` is one run of `size`.
    template <class F>
    void forEachRun(Index size, F f) const {
        if (all && size > 0) f(Index{0}, size);
        for (std::size_t i = 0; i < items.size();) {
            const std::size_t first = i++;
            while (i < items.size() && items[i] == items[i - 1] + 1) ++i;
            f(items[first], static_cast<Index>(i - first));
        }
    }
    friend bool operator==(const IndexSet&, const IndexSet&) = default;

private:
    void merge(IndexSet&& other);
    void subtract(const IndexSet& other);
};

} // namespace headlight
