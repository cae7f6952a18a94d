#pragma once

#include "base/Result.h"
#include "base/Watch.h"
#include "session/Session.h"
#include "session/parameters.h"

#include <optional>
#include <vector>

namespace headlight {

// Edits of whole matrices, with the rules of edits.h.

/// Draws new numbers for a parameter, in its shape, as those of a new session: from the seed, its name and the numbers
/// that it has, so that a further call gives different ones. Gain and bias of a norm become 1 and 0. Empty if there is
/// no such parameter.
Result<Matrix> drawnAnew(const Session&, const ParameterRef&, const Watch& watch = {});

/// A new value for a size of the session: D, Dk or Dv.
struct NewSize {
    Side side = Side::D;
    int size = 0;
    friend bool operator==(const NewSize&, const NewSize&) = default;
};

/// Returns the sizes that make the parameter `rows` by `cols`; nothing if that cannot be: the numbers of tokens and
/// heads, and the width of the output of the layer below, cannot be chosen.
std::optional<std::vector<NewSize>> sizesFor(const Session&, const ParameterRef&, Index rows, Index cols);
Result<Session> withSizes(Session session, int layer, const std::vector<NewSize>& sizes, const Watch& watch = {});

/// All matrices of a layer, as they come from a file: each head with W_q, W_k, W_v; a null matrix is absent.
struct LayerMatrices {
    std::vector<PerHeadParameter<FrozenMatrix>> heads; ///< at least one
    PerLayerParameter<FrozenMatrix> layer;             ///< without the parameters of its norm
};
/// Replaces the matrices of the layer; options and norm stay. A Problem if they do not fit the layer's input.
Result<Session> withMatrices(const Session&, int layer, const LayerMatrices&);

} // namespace headlight
