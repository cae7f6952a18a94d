#pragma once

#include "engine/Frame.h"

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace headlight {

class Presenter;

/// After an edit: at once, or when what comes first is there.
enum class Priority { First, Later };

/// What one panel wants computed.
struct Request {
    std::vector<MapDemand> maps{};
    std::vector<CellDemand> cells{}; ///< how they came to be
    Priority priority = Priority::First;
    std::vector<SensitivityDemand> sensitivities{};
    std::vector<StatisticsDemand> statistics{};
    friend bool operator==(const Request&, const Request&) = default;
};

/// What it gets for that, and keeps until there is more recent: tiles[i] is what maps[i] asked for.
struct Response {
    std::shared_ptr<const Frame> frame; ///< the whole: which session it answers, and why there are no tiles
    Request request;
    std::vector<std::shared_ptr<const Tile>> tiles;                  ///< as many as its maps, or none; may be null
    std::vector<std::shared_ptr<const Explanation>> explanations;    ///< as many as its cells, or none; may be null
    std::vector<std::shared_ptr<const Sensitivity>> sensitivities{}; ///< likewise
    std::vector<std::shared_ptr<const HeadStatistics>> statistics{}; ///< likewise
};

/// THE list of what can be asked. Calls f(number, list of a Request, list of the Demand, answers of the Frame, answers
/// of the Response) for each kind of question, with pointers to members.
template <class F>
void forEachKind(F f) {
    f(0, &Request::maps, &Demand::maps, &Frame::tiles, &Response::tiles);
    f(1, &Request::cells, &Demand::cells, &Frame::explanations, &Response::explanations);
    f(2, &Request::sensitivities, &Demand::sensitivities, &Frame::sensitivities, &Response::sensitivities);
    f(3, &Request::statistics, &Demand::statistics, &Frame::statistics, &Response::statistics);
}
inline constexpr std::size_t kQuestionKinds = 4;

/// The last one of each panel.
using Responses = std::map<const Presenter*, std::shared_ptr<const Response>>;

/// The requests of several panels as one Demand, that asks each question once.
struct MergedRequest {
    static constexpr auto kPutOff = static_cast<std::size_t>(-1);
    struct Part {
        const Presenter* asker;
        Request request;
        std::array<std::vector<std::size_t>, kQuestionKinds> places; ///< of its questions in the demand, or kPutOff
    };
    Demand demand;
    std::vector<Part> parts;
    bool isAll = true; ///< no request was put off, and no map
    /// All of it may wait once more: a newer one ends it while it is computed.
    bool mayBeReplaced = false;
};

/// What each panel wants computed.
class RequestBoard {
public:
    bool set(const Presenter& asker, const Request& request); ///< false: it wants that already
    void remove(const Presenter& asker);
    /// `isTurn`: of what comes first only these maps; null: all.
    MergedRequest asked(Priority upTo, const std::function<bool(const MapDemand&)>& isTurn = {}) const;
    /// To those of `asked` that still want something. In the place of a map that was put off stands the picture of it
    /// that there was, of another region or state perhaps, or nothing.
    void handBack(const MergedRequest& asked, const std::shared_ptr<const Frame>& frame, Responses& responses) const;

private:
    struct Asker {
        const Presenter* who;
        Request request;
    };
    std::vector<Asker> requests_; ///< in the order in which they came
};

} // namespace headlight
