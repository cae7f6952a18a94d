#pragma once

#include "backend/cpu/ScoreTable.h"

#include <algorithm>

namespace headlight::testing {

/// A ScoreTable with the memory and the mask that it needs.
struct AttendedTable {
    AllowedKeys allowed;
    ScoreTable table;

    /// Removes the last queries and keys, or adds new ones at the end.
    void resize(Index queries, Index keys) {
        const auto resized = [](Index before, Index now) {
            RowMap map{std::vector<Index>(static_cast<std::size_t>(now), -1), before};
            for (Index i = 0; i < std::min(before, now); ++i) map.from[static_cast<std::size_t>(i)] = i;
            return map;
        };
        const RowMap ofQueries = resized(table.rows(), queries), ofKeys = resized(table.cols(), keys);
        table.move(&ofQueries, &ofKeys, false);
    }
    void update(const Matrix& q, const Matrix& k, const IndexSet& queries, const IndexSet& keys,
                const ScoreRule& rule) {
        allowed.take(rule.mask, q.rows(), k.rows());
        table.update(q, &k, queries, keys, rule, rule != table.rule(), 0, allowed);
    }
};

} // namespace headlight::testing
