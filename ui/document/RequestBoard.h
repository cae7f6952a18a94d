#pragma once

#include "engine/Frame.h"

#include <array>
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
    std::vector<SensitivityDemand> sensitivities{};
    std::vector<StatisticsDemand> statistics{};
    friend bool operator==(const Request&, const Request&) = default;
};

/// The answers to a request, kept until newer ones arrive: tiles[i] answers maps[i].
struct Response {
    std::shared_ptr<const Frame> frame; ///< the whole frame, with its session, and why there are no tiles
    Request request;
    std::vector<std::shared_ptr<const Tile>> tiles;                  ///< as many as the maps, or none; may be null
    std::vector<std::shared_ptr<const Explanation>> explanations;    ///< as many as the cells, or none; may be null
    std::vector<std::shared_ptr<const Sensitivity>> sensitivities{}; ///< as many as the request has, or none
    std::vector<std::shared_ptr<const HeadStatistics>> statistics{}; ///< as many as the request has, or none
};

/// THE list of the kinds of questions. Calls f(number, list of a Request, list of the Demand, answers of the Frame,
/// answers of the Response) for each kind, with pointers to members.
template <class F>
constexpr void forEachKind(F f) {
    std::size_t kind = 0;
    const auto add = [&](auto... lists) { f(kind++, lists...); };
    add(&Request::maps, &Demand::maps, &Frame::tiles, &Response::tiles);
    add(&Request::cells, &Demand::cells, &Frame::explanations, &Response::explanations);
    add(&Request::sensitivities, &Demand::sensitivities, &Frame::sensitivities, &Response::sensitivities);
    add(&Request::statistics, &Demand::statistics, &Frame::statistics, &Response::statistics);
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
        std::array<std::vector<std::size_t>, kQuestionKinds> places; ///< indices in the demand
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
    struct Asker {
        const Presenter* who;
        Request request;
    };
    std::vector<Asker> requests_; ///< in the order of the first request of each panel
};

} // namespace headlight
