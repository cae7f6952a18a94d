#include "document/slowAnswer.h"

#include "backend/cpu/CpuBackend.h"
#include "document/RequestBoard.h"

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>
#include <type_traits>
#include <vector>

namespace headlight {
namespace {

using HeadOfState = std::tuple<int, int, int>;

HeadOfState headOf(const MapDemand& map) { return {map.state, map.layer, map.head}; }

double scoresBytes(const Demand& wanted, const Session& session) {
    std::set<HeadOfState> heads;
    double bytes = 0;
    for (const MapDemand& map : wanted.maps) {
        if (!layerExists(session, map.layer) || !heads.insert(headOf(map)).second) continue;
        const Sizes sizes = sizesOf(session, map.layer);
        bytes += sizeof(float) * double(sizes.tokens) * sizes.keyTokens;
    }
    return bytes;
}

} // namespace

bool isSlow(const Demand& wanted, const Session& session, const Frame* last) {
    const double limit = scoreMemory();
    if (scoresBytes(wanted, session) <= limit) return false;
    return !last || last->isStreamed || scoresBytes(wanted, last->session) <= limit;
}

AnswerPart nextPart(const Demand& wanted, const Session& session, const Frame* last) {
    const bool isComparable = last && last->session == session && last->demand.others == wanted.others;
    std::vector<MapDemand> there;
    if (isComparable) there = last->demand.maps;
    const auto isIn = [](const std::vector<MapDemand>& maps, const MapDemand& map) {
        return std::ranges::find(maps, map) != maps.end();
    };
    std::set<HeadOfState> heads, left;
    for (const MapDemand& map : wanted.maps) {
        heads.insert(headOf(map));
        if (!isIn(there, map)) left.insert(headOf(map));
    }
    bool isRestThere = isComparable;
    forEachKind([&](std::size_t, auto, auto demanded, auto, auto) {
        if constexpr (!std::is_same_v<decltype(demanded), std::vector<MapDemand> Demand::*>)
            isRestThere = isRestThere && last->demand.*demanded == wanted.*demanded;
    });
    const auto next = isRestThere && !left.empty() ? std::optional(*left.begin()) : std::nullopt;
    return {[=](const MapDemand& map) { return isIn(there, map) || headOf(map) == next; }, heads.size() - left.size(),
            heads.size(), isRestThere};
}

} // namespace headlight
