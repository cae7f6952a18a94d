#include "document/RequestBoard.h"

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
        forEachKind([&](std::size_t kind, auto, auto demanded, auto given, auto kept) {
            if (((*frame).*given).size() != (asked.demand.*demanded).size()) return; // a problem: there are none
            for (const std::size_t place : places[kind]) ((*response).*kept).push_back(((*frame).*given)[place]);
        });
        responses[asker] = std::move(response);
    }
}

} // namespace headlight
