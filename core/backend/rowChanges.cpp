#include "backend/rowChanges.h"

#include <algorithm>
#include <cstring>

namespace headlight {

IndexSet changedRows(const FrozenMatrix& before, const FrozenMatrix& now) {
    if (before == now) return {};
    if (!before || before->cols() != now->cols()) return IndexSet::every();
    IndexSet set;
    const Index common = std::min(before->rows(), now->rows());
    const auto bytes = static_cast<std::size_t>(now->cols()) * sizeof(float);
    for (Index row = 0; row < now->rows(); ++row) {
        const float* a = before->data() + row * before->cols();
        if (row >= common || std::memcmp(a, now->data() + row * now->cols(), bytes) != 0) set.items.push_back(row);
    }
    return 2 * static_cast<Index>(set.items.size()) > now->rows() ? IndexSet::every() : set;
}

} // namespace headlight
