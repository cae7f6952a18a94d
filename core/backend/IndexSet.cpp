#include "backend/IndexSet.h"

#include <algorithm>
#include <iterator>

namespace headlight {

void IndexSet::merge(IndexSet&& other) {
    if (all || *this == other) return;
    if (other.all || items.empty()) {
        *this = std::move(other);
        return;
    }
    std::vector<Index> both;
    std::ranges::set_union(items, other.items, std::back_inserter(both));
    items = std::move(both);
}

void IndexSet::subtract(const IndexSet& other) {
    if (other.all || *this == other) *this = {};
    std::erase_if(items, [&](Index i) { return std::ranges::binary_search(other.items, i); });
}

IndexSet IndexSet::operator&(const IndexSet& other) const {
    if (all) return other;
    if (other.all) return *this;
    IndexSet both;
    std::ranges::set_intersection(items, other.items, std::back_inserter(both.items));
    return both;
}

} // namespace headlight
