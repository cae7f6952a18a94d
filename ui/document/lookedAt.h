#pragma once

#include "document/ViewState.h"

#include <deque>
#include <optional>
#include <utility>
#include <vector>

namespace headlight {

/// Returns what a file stores of how a session is shown.
View viewOf(const ViewState&);

/// Returns what is known of the numbers of the file that was opened, as far as these are still there: a parameter as it
/// was then; a token with its drawn vector, or a new one.
FileCaution cautionOf(const ViewState&);

/// Returns the session with both, as a file stores them.
SessionFile fileOf(const ViewState&);

/// Takes the view of a file. What it leaves out stays as it was, except what belongs to one session only.
void takeView(ViewState&, const View&);

/// Takes only the colours and the pooling of a view, which pictures have in common with the window.
void takeColours(MapOptions&, const View&);

/// Remembers the selected index for each of the last 64 lists, of tokens or heads, that were left. If a list comes
/// back, as by undo, its index does, too, even if the selected token or head had been deleted.
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
    std::deque<std::pair<Among, int>> left_; ///< the most recent one first
};

struct Trails { ///< each is cleared when another token or head is selected
    Trail<Frozen<Tokens>> query, key;
    Trail<std::vector<int>> head; ///< by the numbers of the layer and of its heads
};

/// Finds the selected layer, head, query and key of one session, and the visible part of its maps, in the next session,
/// where they may have other indices.
void follow(ViewState& state, Trails& trails, const Session& before, const Session& after);
void cutToWhatExists(ViewState&);

} // namespace headlight
