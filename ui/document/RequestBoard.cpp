#include "document/RequestBoard.h"

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

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
    const auto found = std::ranges::find(requests_, &asker, &MergedRequest::Part::asker);
    if (found != requests_.end()) return std::exchange(found->request, request) != request;
    if (request == Request{}) return false;
    requests_.push_back({&asker, request});
    return true;
}

void RequestBoard::remove(const Presenter& asker) {
    std::erase_if(requests_, [&](const MergedRequest::Part& one) { return one.asker == &asker; });
}

MergedRequest RequestBoard::asked(Priority upTo) const {
    MergedRequest asked;
    for (const Priority priority : {Priority::First, Priority::Later})
        for (const MergedRequest::Part& part : requests_) {
            if (part.request.priority != priority || part.request == Request{.priority = priority}) continue;
            if (priority > upTo) {
                asked.isAll = false;
                continue;
            }
            forEachKind([&](auto wanted, auto demanded, auto) {
                auto& all = asked.demand.*demanded;
                for (const auto& question : part.request.*wanted)
                    if (std::ranges::find(all, question) == all.end()) all.push_back(question);
            });
            asked.parts.push_back(part);
        }
    return asked;
}

void RequestBoard::handBack(const MergedRequest& asked, const std::shared_ptr<const Frame>& frame,
                            Responses& responses) const {
    for (const MergedRequest::Part& part : asked.parts) {
        if (std::ranges::find(requests_, part.asker, &MergedRequest::Part::asker) == requests_.end()) continue;
        auto response = std::make_shared<Response>(Response{{}, frame, part.request});
        const std::shared_ptr<const Response> before = responses[part.asker];
        forEachKind([&](auto wanted, auto demanded, auto given) {
            const auto& questions = asked.demand.*demanded;
            const auto& answers = (*frame).*given;
            if (answers.size() != questions.size()) return; // a frame with a problem has no answers
            for (const auto& question : part.request.*wanted) {
                const auto place = std::ranges::find(questions, question) - questions.begin();
                ((*response).*given).push_back(answers[static_cast<std::size_t>(place)]);
            }
        });
        for (std::size_t i = 0; i < response->tiles.size(); ++i)
            if (!response->tiles[i]) response->tiles[i] = shownFor(part.request.maps[i], frame->session, before.get());
        responses[part.asker] = std::move(response);
    }
}

} // namespace headlight
