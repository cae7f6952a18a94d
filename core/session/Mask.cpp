#include "session/Mask.h"

#include <algorithm>

namespace headlight {

Mask::Reach Mask::reach(Index query, Index keys) const {
    Reach reach{0, keys};
    if (window) reach = {std::max<Index>(0, query - *window + 1), std::min(keys, query + *window)};
    if (causal) reach.end = std::min(reach.end, query + 1);
    return {std::min(reach.begin, keys), std::max(reach.end, std::min(reach.begin, keys))};
}

bool Mask::allows(Index query, Index key) const {
    return reach(query, key + 1).has(key) && !std::ranges::binary_search(hidden, key) &&
           (!given || (*given)(query, key) != 0.0F);
}

HiddenBy Mask::hides(Index query, Index key) const {
    return {causal && key > query, window && (query - key >= *window || key - query >= *window),
            std::ranges::binary_search(hidden, key), given && (*given)(query, key) == 0.0F};
}

} // namespace headlight
