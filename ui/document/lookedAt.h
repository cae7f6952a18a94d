#pragma once

#include "document/ViewState.h"

namespace headlight {

/// What a file is to remember of how a session is looked at.
View viewOf(const ViewState&);

/// Looks at a session as its file says; what it leaves out stays, but for what belongs to one session alone.
void takeView(ViewState&, const View&);

/// What was looked at of one session stays looked at in another, wherever it went: layer, heads, query and key. Then
/// all of it is cut to what exists.
void follow(ViewState& state, const Session& before, const Session& after);
void cutToWhatExists(ViewState&);

} // namespace headlight
