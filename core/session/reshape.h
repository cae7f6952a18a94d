#pragma once

#include "base/Result.h"
#include "base/Watch.h"
#include "session/Session.h"
#include "session/parameters.h"

#include <optional>
#include <vector>

namespace headlight {

// Verbs of whole matrices: as those of edits.h.

/// Other numbers for a parameter, of its shape and drawn as those of a new session: from the seed, its name and the
/// numbers that it has, so that drawn again they are others again; but of a norm 1 and 0, as gain and bias begin. Empty
/// if there is no such parameter.
Result<Matrix> drawnAnew(const Session&, const ParameterRef&, const Watch& watch = {});

/// A size of the session that is to be another: of D, Dk and Dv.
struct NewSize {
    Side side = Side::D;
    int size = 0;
    friend bool operator==(const NewSize&, const NewSize&) = default;
};

/// What makes the parameter `rows` by `cols`; nothing if that cannot be: the number of tokens, of heads, and what the
/// layer below makes are no sizes to choose.
std::optional<std::vector<NewSize>> sizesFor(const Session&, const ParameterRef&, Index rows, Index cols);
Result<Session> withSizes(Session session, int layer, const std::vector<NewSize>& sizes, const Watch& watch = {});

/// All matrices of a layer, as they come from elsewhere: each head with W_q, W_k, W_v; what is null is not there.
struct LayerMatrices {
    std::vector<PerParameter<FrozenMatrix>> heads; ///< at least one
    PerParameter<FrozenMatrix> layer;              ///< not of its norm
};
/// These in the place of those that the layer has; options and norm stay. A Problem if they do not fit what it reads.
Result<Session> withMatrices(const Session&, int layer, const LayerMatrices&);

} // namespace headlight
