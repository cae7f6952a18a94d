#pragma once

#include "backend/cpu/ScoreTable.h"

#include <algorithm>
#include <vector>

namespace headlight::testing {

/// A ScoreTable with what it needs beside it.
struct AttendedTable {
    AllowedKeys allowed;
    Scratch scratch;
    ScoreTable table;

    /// The last queries and keys went, or new ones come behind them.
    void resize(Index queries, Index keys) {
        const auto relocation = [](Index before, Index now) {
            std::vector<int> from(static_cast<std::size_t>(now), -1);
            for (Index i = 0; i < std::min(before, now); ++i) from[static_cast<std::size_t>(i)] = static_cast<int>(i);
            return Relocation(from, before);
        };
        const Relocation ofQueries = relocation(table.rows(), queries), ofKeys = relocation(table.cols(), keys);
        table.relocate(&ofQueries, &ofKeys, scratch);
    }
    void attend(const Matrix& q, const Matrix& k, const IndexSet& queries, const IndexSet& keys,
                const ScoreRule& rule) {
        allowed.take(rule.mask, q.rows(), k.rows());
        table.attend(q, k, queries, keys, rule, 0, allowed, scratch);
    }
};

} // namespace headlight::testing
