#pragma once

#include "backend/IndexSet.h"

#include <cstring>
#include <span>
#include <vector>

namespace headlight {

/// Where rows stand now that tokens came and went. Those that stayed keep their order, in runs of neighbours.
struct Relocation {
    struct Run {
        Index from = 0, to = 0, count = 0;
        friend bool operator==(const Run&, const Run&) = default;
    };

    /// `cameFrom`: see text/alignment.h; of `rowsBefore` rows.
    Relocation(std::span<const int> cameFrom, Index rowsBefore);

    Index before = 0, now = 0; ///< how many rows there were and are
    std::vector<Run> runs;     ///< of those that stayed; ascending, none empty

    std::vector<Index> from() const; ///< where the row that is now there stood, -1: it is new
    bool isIdentity() const { return before == now && keepsPlaces(); }
    bool keepsPlaces() const; ///< rows come and go behind the last that stays
    /// The first place at which not the row stands that stood there; `now` and `before` if that is behind the end.
    Index firstMoved() const;
    IndexSet arrived() const;               ///< places of rows that are new
    IndexSet gone() const;                  ///< where the others stood
    IndexSet places(const IndexSet&) const; ///< where the rows of a set are now, those that stayed

    /// Calls f(run) in an order in which each may be moved within its memory: none lands on one that has still to go.
    template <class F>
    void inPlace(F f) const {
        for (const Run& run : runs)
            if (run.to <= run.from) f(run);
        for (auto run = runs.rbegin(); run != runs.rend(); ++run)
            if (run->to > run->from) f(*run);
    }
    /// One element for each row; new ones are undefined.
    template <class T>
    void apply(std::vector<T>& elements) const {
        elements.resize(static_cast<std::size_t>(std::max(before, now)));
        inPlace([&](const Run& run) {
            if (run.from == run.to) return;
            std::memmove(elements.data() + run.to, elements.data() + run.from,
                         static_cast<std::size_t>(run.count) * sizeof(T));
        });
        elements.resize(static_cast<std::size_t>(now));
    }
    friend bool operator==(const Relocation&, const Relocation&) = default;
};

/// The matrix after it; new rows are 0.
void relocate(Matrix&, const Relocation&);
Matrix relocated(Matrix, const Relocation&);

} // namespace headlight
