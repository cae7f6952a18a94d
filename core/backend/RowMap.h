#pragma once

#include "backend/IndexSet.h"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

namespace headlight {

/// A map from rows to where they were before tokens came and went: row i was row from[i], or is new if that is -1. Rows
/// that stay keep their order.
struct RowMap {
    std::vector<Index> from;
    Index before = 0; ///< the number of rows that there were

    Index now() const { return static_cast<Index>(from.size()); }
    bool isIdentity() const { return before == now() && firstMoved() == before; }
    Index firstMoved() const;  ///< returns the first row that is not where it was, or min(before, now())
    IndexSet inserted() const; ///< returns the rows that are new
    IndexSet removed() const;  ///< returns the former places of the rows that are gone
    IndexSet mapped(const IndexSet& set) const; ///< returns the present places of the rows of a set that stay

    /// Calls f(from, to, count) for runs of neighbours that stay, in an order in which each may be moved within its
    /// memory: none is moved to a place from which another one has still to be moved.
    template <class F>
    void forEachRun(F f) const {
        std::vector<std::pair<Index, Index>> later; // runs to higher rows: first row, count; the last one moves first
        for (Index i = 0; i < now();) {
            const Index first = i++, source = from[at(first)];
            if (source < 0) continue;
            while (i < now() && from[at(i)] == source + i - first) ++i;
            if (source < first)
                later.emplace_back(first, i - first);
            else
                f(source, first, i - first);
        }
        for (auto run = later.rbegin(); run != later.rend(); ++run) f(from[at(run->first)], run->first, run->second);
    }
    /// Moves elements, one for each row; those of new rows are undefined.
    template <class T>
    void apply(std::vector<T>& elements) const {
        elements.resize(static_cast<std::size_t>(std::max(before, now())));
        forEachRun([&](Index source, Index to, Index count) {
            std::memmove(elements.data() + to, elements.data() + source, static_cast<std::size_t>(count) * sizeof(T));
        });
        elements.resize(from.size());
    }
    Matrix applied(const Matrix& matrix) const; ///< returns its rows, moved; new ones are 0
    /// Moves the rows of a matrix in place; new ones are 0. A matrix that has not `before` rows stays as it is.
    void apply(Matrix& matrix) const;
    friend bool operator==(const RowMap&, const RowMap&) = default;

private:
    static std::size_t at(Index i) { return static_cast<std::size_t>(i); }
};

} // namespace headlight
