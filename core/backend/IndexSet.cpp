#include "backend/IndexSet.h"

#include <algorithm>
#include <iterator>

namespace headlight {

void IndexSet::merge(const IndexSet& other) {
    if (all) return;
    if (other.all || items.empty()) {
        *this = other;
        return;
    }
    std::vector<Index> both;
    std::set_union(items.begin(), items.end(), other.items.begin(), other.items.end(), std::back_inserter(both));
    items = std::move(both);
}

} // namespace headlight
