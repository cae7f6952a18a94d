#pragma once

#include "session/Session.h"

#include <algorithm>
#include <compare>
#include <cstddef>
#include <map>
#include <vector>

namespace headlight {

/// Returns for each of the layers or heads `now` the place of the same one in `before`: of that with its number
/// (Layer::number), or -1 if there is none. Of several with one number (a copied head has that of the head that it was
/// made of) the first is the first, and so on.
std::vector<int> pairedByNumber(const auto& before, const auto& now) {
    std::map<int, std::size_t> next; // by number: where the next one with it may be
    std::vector<int> places;
    for (const auto& one : now) {
        std::size_t& at = next[one.number];
        while (at < before.size() && before[at].number != one.number) ++at;
        places.push_back(at < before.size() ? static_cast<int>(at++) : -1);
    }
    return places;
}

/// A layer, and a head in it.
struct HeadPlace {
    int layer = 0, head = 0;
    friend auto operator<=>(const HeadPlace&, const HeadPlace&) = default;
};

/// Returns where `to` has a layer and a head of `from`; -1: it has no such layer or head, or `from` has none there.
inline HeadPlace samePlace(const Session& to, const Session& from, const HeadPlace& of) {
    const auto at = [](const std::vector<int>& places, int place) {
        return place >= 0 && place < static_cast<int>(places.size()) ? places[static_cast<std::size_t>(place)] : -1;
    };
    const int layer = at(pairedByNumber(to.layers, from.layers), of.layer);
    return {layer,
            layer < 0 ? -1 : at(pairedByNumber(layerAt(to, layer).heads(), layerAt(from, of.layer).heads()), of.head)};
}

/// True if the columns of the contexts side by side are those of the same heads in both layers.
inline bool haveSameHeads(const Layer& a, const Layer& b) {
    return std::ranges::equal(a.heads(), b.heads(), {}, &Head::number, &Head::number);
}

} // namespace headlight
