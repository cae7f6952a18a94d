#include "document/Askers.h"

#include <algorithm>

namespace headlight {

namespace {

/// Of `one` among `all`, at whose end it is put if it is new.
template <class T>
std::size_t placeIn(std::vector<T>& all, const T& one) {
    const auto found = std::ranges::find(all, one);
    const auto place = static_cast<std::size_t>(found - all.begin());
    if (found == all.end()) all.push_back(one);
    return place;
}

} // namespace

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
    for (const Priority priority : {Priority::First, Priority::Later})
        for (const auto& [who, wish] : askers_) {
            if (wish.priority != priority || wish == Wish{.priority = priority}) continue;
            if (priority > upTo) {
                asked.isAll = false;
                continue;
            }
            Asked::Part part{who, wish, {}, {}};
            for (const MapDemand& map : wish.maps) part.maps.push_back(placeIn(asked.demand.maps, map));
            for (const auto& cell : wish.cells)
                part.cells.push_back(placeIn(asked.demand.cells, cell.value_or(selected)));
            asked.parts.push_back(std::move(part));
        }
    return asked;
}

void Askers::handBack(const Asked& asked, const std::shared_ptr<const Frame>& frame, Replies& replies) const {
    for (const auto& [asker, wish, maps, cells] : asked.parts) {
        if (std::ranges::find(askers_, asker, &Asker::who) == askers_.end()) continue;
        auto reply = std::make_shared<Reply>(Reply{frame, wish.maps, {}, {}});
        if (frame->tiles.size() == asked.demand.maps.size())
            for (const std::size_t place : maps) reply->tiles.push_back(frame->tiles[place]);
        for (const std::size_t place : cells)
            reply->cells.push_back(place < frame->cells.size() ? frame->cells[place] : nullptr);
        replies[asker] = std::move(reply);
    }
}

} // namespace headlight
