#pragma once
// The pass at the end of the edits, which only say what they mean. Private to core/session.

#include "base/Watch.h"
#include "session/Session.h"

#include <vector>

namespace headlight {

/// A change of the columns that the heads of a layer make: of d_v, or of the heads.
struct HeadsChange {
    int layer = -1;          ///< -1: none
    std::vector<int> from{}; ///< the former index of each head, or -1 for a new one; empty: all stay
};

/// Brings all that follows from the rest of a session into its shape after an edit of `before`: given masks and hidden
/// tokens, the table of positions, and in each layer the parameters that are on, of which those that lack a matrix are
/// drawn. Numbers keep their places, but what reads the columns of heads follows these: the rows of W_o or, without
/// one, of the layers above. Parameters that are off are kept; those of heads are fitted if the sizes of the heads
/// change, but in a layer without weights not in their columns. Returns `before` if the edit changed nothing, and a
/// Problem if the result does not fit (a residual, for example), or if `watch`, asked before each parameter, does not
/// go on.
Result<Session> conformed(const Session& before, Session now, const HeadsChange& heads = {}, const Watch& watch = {});

} // namespace headlight
