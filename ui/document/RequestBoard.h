#pragma once

#include "engine/Frame.h"

#include <cstddef>
#include <map>
#include <memory>
#include <vector>

namespace headlight {

class Presenter;

/// The order of computation after an edit: First at once, Later when all answers of First are there.
enum class Priority { First, Later };

/// The demands of one panel.
struct Request {
    std::vector<MapDemand> maps{};
    std::vector<CellDemand> cells{}; ///< the cells to be explained
    Priority priority = Priority::First;
    std::vector<CellDemand> sensitivities{};
    std::vector<StatisticsDemand> statistics{};
    friend bool operator==(const Request&, const Request&) = default;
};

/// The answers to a request, kept until newer ones arrive: tiles[i] answers maps[i]. Each list has as many as the
/// request, or none.
struct Response : Answers {
    std::shared_ptr<const Frame> frame; ///< the whole frame, with its session, and why there are no tiles
    Request request;
};

/// THE list of the kinds of questions. Calls f(list of a Request, list of the Demand, list of the Answers) for each
/// kind, with pointers to members.
template <class F>
constexpr void forEachKind(F f) {
    f(&Request::maps, &Demand::maps, &Answers::tiles);
    f(&Request::cells, &Demand::cells, &Answers::explanations);
    f(&Request::sensitivities, &Demand::sensitivities, &Answers::sensitivities);
    f(&Request::statistics, &Demand::statistics, &Answers::statistics);
}
inline constexpr std::size_t kQuestionKinds = [] {
    std::size_t count = 0;
    forEachKind([&](auto...) { ++count; });
    return count;
}();
// Demand has one list more, for the other states.
static_assert(sizeof(Demand) == (kQuestionKinds + 1) * sizeof(std::vector<int>), "forEachKind() lacks a list");
static_assert(sizeof(Answers) == kQuestionKinds * sizeof(std::vector<int>), "forEachKind() lacks a list");

/// The last response of each panel.
using Responses = std::map<const Presenter*, std::shared_ptr<const Response>>;

/// The requests of several panels as one Demand, which asks each question once.
struct MergedRequest {
    struct Part {
        const Presenter* asker;
        Request request;
    };
    Demand demand;
    std::vector<Part> parts;
    bool isAll = true; ///< true if no request was deferred
    /// A newer demand may stop its computation, since each of its requests may be deferred once more.
    bool mayBeReplaced = false;
};

/// The present requests of all panels.
class RequestBoard {
public:
    bool set(const Presenter& asker, const Request& request); ///< returns false if the panel has requested that already
    void remove(const Presenter& asker);
    MergedRequest asked(Priority upTo) const; ///< merges the requests up to that priority
    /// Gives its response to each panel of `asked` that has not been removed. A map that is not made yet keeps its last
    /// tile, which may be of another region or session, or null.
    void handBack(const MergedRequest& asked, const std::shared_ptr<const Frame>& frame, Responses& responses) const;

private:
    std::vector<MergedRequest::Part> requests_; ///< in the order of the first request of each panel
};

} // namespace headlight
