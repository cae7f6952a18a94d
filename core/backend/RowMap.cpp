#include "backend/RowMap.h"

namespace headlight {

Index RowMap::firstMoved() const {
    const Index end = std::min(before, now());
    Index i = 0;
    while (i < end && from[at(i)] == i) ++i;
    return i;
}

IndexSet RowMap::inserted() const {
    IndexSet set;
    for (Index i = 0; i < now(); ++i)
        if (from[at(i)] < 0) set.items.push_back(i);
    return set;
}

IndexSet RowMap::removed() const {
    IndexSet set;
    Index next = 0;
    const auto upTo = [&](Index end) {
        for (; next < end; ++next) set.items.push_back(next);
        ++next;
    };
    for (const Index source : from)
        if (source >= 0) upTo(source);
    upTo(before);
    return set;
}

IndexSet RowMap::mapped(const IndexSet& set) const {
    IndexSet moved{set.all, {}};
    auto item = set.items.begin();
    for (Index i = 0; i < now() && item != set.items.end(); ++i) {
        while (item != set.items.end() && *item < from[at(i)]) ++item;
        if (item != set.items.end() && *item == from[at(i)]) moved.items.push_back(i);
    }
    return moved;
}

Matrix RowMap::applied(const Matrix& matrix) const {
    Matrix moved = matrix;
    apply(moved);
    return moved;
}

void RowMap::apply(Matrix& matrix) const {
    if (matrix.rows() != before) return;
    const Index cols = matrix.cols();
    if (now() == 0) return matrix.resize(0, cols); // realloc() with a size of 0 may allocate
    if (now() > before) matrix.conservativeResize(now(), cols);
    forEachRun([&](Index source, Index to, Index count) {
        std::memmove(matrix.data() + to * cols, matrix.data() + source * cols,
                     static_cast<std::size_t>(count * cols) * sizeof(float));
    });
    if (now() < before) matrix.conservativeResize(now(), cols);
    for (const Index row : inserted().items) matrix.row(row).setZero();
}

} // namespace headlight
