#pragma once

#include "document/ViewState.h"

#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headlight {

/// What a file is to remember of how a session is looked at.
View viewOf(const ViewState&);

/// Looks at a session as its file says; what it leaves out stays, but for what belongs to one session alone.
void takeView(ViewState&, const View&);

/// Its colours alone, which a picture has in common with the window.
void takeColours(MapOptions&, const View&);

/// Where what is selected stood among its like, tokens or heads, that were left. Among the same ones again, as after an
/// undo, it stands there again, also if it had been gone.
template <class Among>
class Trail {
public:
    void leave(const Among& among, int place) {
        constexpr std::size_t kMax = 64;
        std::erase_if(left_, [&](const auto& one) { return one.first == among; });
        left_.emplace_front(among, place);
        if (left_.size() > kMax) left_.pop_back();
    }
    std::optional<int> placeIn(const Among& among) const {
        for (const auto& [left, place] : left_)
            if (left == among) return place;
        return std::nullopt;
    }

private:
    std::deque<std::pair<Among, int>> left_; ///< the latest first
};

struct Trails { ///< each until another one is selected
    Trail<Frozen<Tokens>> query, key;
    Trail<std::vector<std::string>> head; ///< by the numbers of its layer and of the heads there
};

/// What was looked at of one session stays looked at in another, wherever it went: layer, heads, query and key, and the
/// part of the maps that is seen.
void follow(ViewState& state, Trails& trails, const Session& before, const Session& after);
void cutToWhatExists(ViewState&);

/// With the session that maps and tables show, which may be the other one; of differences and of both the present one.
ViewState shownState(const ViewState&);

} // namespace headlight
