#include "backend/rowChanges.h"

#include "session/EmbeddingTable.h"

namespace headlight {

IndexSet changedRows(const FrozenMatrix& before, const FrozenMatrix& now) {
    if (before == now) return {};
    if (!before || before->rows() != now->rows() || before->cols() != now->cols()) return IndexSet::every();
    IndexSet set{false, differingRows(before, now)};
    return 2 * static_cast<Index>(set.items.size()) > now->rows() ? IndexSet::every() : set;
}

} // namespace headlight
