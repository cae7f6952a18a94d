#include "document/RequestBoard.h"

#include <algorithm>

namespace headlight {

namespace {

/// Returns the index of `one` in `all`, at whose end it is put if it is new.
template <class T>
std::size_t placeIn(std::vector<T>& all, const T& one) {
    const auto found = std::ranges::find(all, one);
    const auto place = static_cast<std::size_t>(found - all.begin());
    if (found == all.end()) all.push_back(one);
    return place;
}

/// Returns the tile that was shown for this map. Null if its sentence had another length, since it would be stretched.
std::shared_ptr<const Tile> shownFor(const MapDemand& map, const Session& session, const Response* before) {
    if (!before) return nullptr;
    for (const auto& tile : before->tiles) {
        if (!tile) continue;
        const MapDemand& is = tile->demand;
        const StageInfo& info = infoOf(is.stage);
        const bool includes = is.stage == map.stage && is.layer == map.layer && is.head == map.head &&
                              is.state == map.state && is.isDifference == map.isDifference;
        if (!includes || !layerExists(session, is.layer)) continue;
        const Sizes sizes = sizesOf(session, is.layer);
        if (tile->stageRows == lengthOf(info.rows, sizes) && tile->stageCols == lengthOf(info.cols, sizes)) return tile;
    }
    return nullptr;
}

} // namespace

bool RequestBoard::set(const Presenter& asker, const Request& request) {
    const auto found = std::ranges::find(requests_, &asker, &Asker::who);
    if (found == requests_.end()) {
        if (request == Request{}) return false;
        requests_.push_back({&asker, request});
        return true;
    }
    if (found->request == request) return false;
    found->request = request;
    return true;
}

void RequestBoard::remove(const Presenter& asker) {
    std::erase_if(requests_, [&](const Asker& a) { return a.who == &asker; });
}

MergedRequest RequestBoard::asked(Priority upTo) const {
    MergedRequest asked;
    for (const Priority priority : {Priority::First, Priority::Later})
        for (const auto& [who, request] : requests_) {
            if (request.priority != priority || request == Request{.priority = priority}) continue;
            if (priority > upTo) {
                asked.isAll = false;
                continue;
            }
            MergedRequest::Part part{who, request, {}};
            forEachKind([&](std::size_t kind, auto wanted, auto demanded, auto, auto) {
                for (const auto& question : request.*wanted)
                    part.places[kind].push_back(placeIn(asked.demand.*demanded, question));
            });
            asked.parts.push_back(std::move(part));
        }
    return asked;
}

void RequestBoard::handBack(const MergedRequest& asked, const std::shared_ptr<const Frame>& frame,
                            Responses& responses) const {
    for (const auto& [asker, request, places] : asked.parts) {
        if (std::ranges::find(requests_, asker, &Asker::who) == requests_.end()) continue;
        auto response = std::make_shared<Response>(Response{frame, request, {}, {}});
        const std::shared_ptr<const Response> before = responses[asker];
        forEachKind([&](std::size_t kind, auto, auto demanded, auto given, auto kept) {
            // A frame with a problem has no answers.
            if (((*frame).*given).size() != (asked.demand.*demanded).size()) return;
            for (const std::size_t place : places[kind]) ((*response).*kept).push_back(((*frame).*given)[place]);
        });
        for (std::size_t i = 0; i < response->tiles.size(); ++i)
            if (!response->tiles[i]) response->tiles[i] = shownFor(request.maps[i], frame->session, before.get());
        responses[asker] = std::move(response);
    }
}

} // namespace headlight
