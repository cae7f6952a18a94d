#pragma once

#include "backend/cpu/ScoreTable.h"

namespace headlight::testing {

/// A ScoreTable with what it needs beside it.
struct AttendedTable {
    AllowedKeys allowed;
    Scratch scratch;
    ScoreTable table;

    void attend(const Matrix& q, const Matrix& k, const IndexSet& queries, const IndexSet& keys,
                const ScoreRule& rule) {
        allowed.take(rule.mask, q.rows(), k.rows());
        table.attend(q, k, queries, keys, rule, allowed, scratch);
    }
};

} // namespace headlight::testing
