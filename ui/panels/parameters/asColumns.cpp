#include "panels/parameters/asColumns.h"

#include "base/sameBits.h"

#include <cstring>

namespace headlight {

RowSource asColumns(const RowSource& rows, const RowSource& before, const RowSource& columnsBefore) {
    const int count = rows.rows(), columns = rows.columns();
    const bool isOfOneShape = before && before.rows() == count && before.columns() == columns &&
                              columnsBefore.rows() == columns && columnsBefore.columns() == count;
    Matrix transposed(columns, count);
    for (int c = 0; isOfOneShape && c < columns; ++c)
        std::memcpy(transposed.row(c).data(), columnsBefore.row(c), static_cast<std::size_t>(count) * sizeof(float));
    for (int r = 0; r < count; ++r) {
        const float* row = rows.row(r);
        if (isOfOneShape && sameBits(row, before.row(r), columns)) continue;
        for (int c = 0; c < columns; ++c) transposed(c, r) = row[c];
    }
    return transposed;
}

} // namespace headlight
