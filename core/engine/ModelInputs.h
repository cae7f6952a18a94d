#pragma once

#include "attention/stages.h"
#include "engine/TokenRows.h"
#include "session/Session.h"

#include <optional>

namespace headlight {

/// The inputs of the first layer: X and, with a second sentence, X_kv; with positions, also their summands.
struct ModelInputs {
    HostRows x, xKv;
    PerStage<FrozenMatrix> host; ///< embeddings and positions; none without positions
};

/// Keeps blocks as long as their numbers stay. An edit copies none if no layer holds them (LayerState::forgetInputs).
class KeptInputs {
public:
    const ModelInputs& of(const Session& session);

private:
    /// The vectors of one sentence, plus positions if there are any.
    class Side {
    public:
        const HostRows& of(const Text& text, const std::optional<Positions>& positions);
        FrozenMatrix embeddings, positions; ///< the summands; null: there are no positions

    private:
        const FrozenMatrix& rowsFor(const Positions& now, Index count, Index d);
        TokenRows tokens_;
        std::optional<Positions> kind_;
        std::uint64_t vectors_ = 0; ///< HostRows::number of the vectors in sum_
        HostRows sum_;
    };
    Side queries_, keys_;
    ModelInputs known_;
};

} // namespace headlight
