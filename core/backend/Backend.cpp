#include "backend/Backend.h"

#include <algorithm>
#include <iterator>

namespace headlight {

void RowSet::add(const RowSet& other) {
    if (all || other.empty()) return;
    if (other.all) {
        *this = every();
        return;
    }
    std::vector<Index> both;
    std::set_union(rows.begin(), rows.end(), other.rows.begin(), other.rows.end(), std::back_inserter(both));
    rows = std::move(both);
}

} // namespace headlight
