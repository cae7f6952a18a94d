#pragma once

#include "document/ViewState.h"

#include <deque>
#include <utility>

namespace headlight {

/// What a file is to remember of how a session is looked at.
View viewOf(const ViewState&);

/// Looks at a session as its file says; what it leaves out stays, but for what belongs to one session alone.
void takeView(ViewState&, const View&);

/// Its colours alone, which a picture has in common with the window.
void takeColours(MapOptions&, const View&);

/// Where the selected token stood among tokens that were left. Among the same ones again, as after an undo, it stands
/// there again, also if it had been deleted.
class Trail {
public:
    void leave(const Frozen<Tokens>& tokens, int place);
    std::optional<int> placeIn(const Frozen<Tokens>& tokens) const;

private:
    std::deque<std::pair<Frozen<Tokens>, int>> left_; ///< the latest first
};

struct Trails {
    Trail query, key; ///< until another cell is selected
};

/// What was looked at of one session stays looked at in another, wherever it went: layer, heads, query and key, and the
/// part of the maps that is seen.
void follow(ViewState& state, Trails& trails, const Session& before, const Session& after);
void cutToWhatExists(ViewState&);

} // namespace headlight
