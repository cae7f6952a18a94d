#include "document/Askers.h"

#include <algorithm>

namespace headlight {

bool Askers::set(const Presenter& asker, const Wish& wish) {
    const auto found = std::ranges::find(askers_, &asker, &Asker::who);
    if (found == askers_.end()) {
        if (wish == Wish{}) return false;
        askers_.push_back({&asker, wish});
        return true;
    }
    if (found->wish == wish) return false;
    found->wish = wish;
    return true;
}

void Askers::remove(const Presenter& asker) {
    std::erase_if(askers_, [&](const Asker& a) { return a.who == &asker; });
}

Asked Askers::asked(const CellRef& selected, Priority upTo) const {
    Asked asked;
    std::vector<MapDemand>& maps = asked.demand.maps;
    for (const Priority priority : {Priority::First, Priority::Later})
        for (const auto& [who, wish] : askers_) {
            if (wish.priority != priority || wish == Wish{.priority = priority}) continue;
            if (priority > upTo) {
                asked.isAll = false;
                continue;
            }
            Asked::Part part{who, wish, {}};
            for (const MapDemand& map : wish.maps) {
                const auto found = std::ranges::find(maps, map);
                part.places.push_back(static_cast<std::size_t>(found - maps.begin()));
                if (found == maps.end()) maps.push_back(map);
            }
            if (wish.cell) asked.demand.cell = selected;
            asked.parts.push_back(std::move(part));
        }
    return asked;
}

void Askers::handBack(const Asked& asked, const std::shared_ptr<const Frame>& frame, Replies& replies) const {
    for (const auto& [asker, wish, places] : asked.parts) {
        if (std::ranges::find(askers_, asker, &Asker::who) == askers_.end()) continue;
        auto reply = std::make_shared<Reply>(Reply{frame, wish.maps, {}, wish.cell ? frame->cell : nullptr});
        if (frame->tiles.size() == asked.demand.maps.size())
            for (const std::size_t place : places) reply->tiles.push_back(frame->tiles[place]);
        replies[asker] = std::move(reply);
    }
}

} // namespace headlight
