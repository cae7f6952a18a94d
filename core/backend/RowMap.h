#pragma once

#include "backend/IndexSet.h"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

namespace headlight {

/// Where rows were before tokens came and went: row i was row from[i], or is new where that is -1. Rows that stay keep
/// their order.
struct RowMap {
    std::vector<Index> from;
    Index before = 0; ///< how many rows there were

    Index now() const { return static_cast<Index>(from.size()); }
    bool isIdentity() const { return before == now() && firstMoved() == before; }
    Index firstMoved() const;                   ///< the first row that is not where it was; if none min(before, now())
    IndexSet inserted() const;                  ///< rows that are new
    IndexSet removed() const;                   ///< where the rows were that are gone
    IndexSet mapped(const IndexSet& set) const; ///< where the rows of a set are now, those that stay

    /// Calls f(from, to, count) for runs of neighbours that stay, in an order in which each may be moved within its
    /// memory: none is moved to a place from which another one has still to be moved.
    template <class F>
    void forEachRun(F f) const {
        std::vector<std::pair<Index, Index>> later; // first row and count of runs that move up, done from the last on
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
    /// One element for each row; new ones are undefined.
    template <class T>
    void apply(std::vector<T>& elements) const {
        elements.resize(static_cast<std::size_t>(std::max(before, now())));
        forEachRun([&](Index source, Index to, Index count) {
            std::memmove(elements.data() + to, elements.data() + source, static_cast<std::size_t>(count) * sizeof(T));
        });
        elements.resize(from.size());
    }
    Matrix applied(const Matrix& matrix) const; ///< its rows; new ones are 0
    /// The same in its place. A matrix with another number of rows than `before` stays as it is.
    void apply(Matrix& matrix) const;
    friend bool operator==(const RowMap&, const RowMap&) = default;

private:
    static std::size_t at(Index i) { return static_cast<std::size_t>(i); }
};

} // namespace headlight
