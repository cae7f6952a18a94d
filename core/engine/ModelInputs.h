#pragma once

#include "attention/stages.h"
#include "engine/TokenRows.h"
#include "session/Session.h"

#include <optional>

namespace headlight {

/// The inputs of the first layer: X (which may be given) and, with a second sentence, X_kv; with positions, also their
/// summands.
struct ModelInputs {
    HostRows x, xKv;
    PerStage<FrozenMatrix> host; ///< embeddings and positions; none without positions
};

/// Keeps blocks as long as their numbers stay. An edit copies none if no layer holds them (LayerState::forgetInputs).
class KeptInputs {
public:
    const ModelInputs& of(const Session& session);

private:
    /// The vectors of one sentence, plus positions if there are any; or, if X is given, its rows.
    class Side {
    public:
        const HostRows& of(const Text& text, const std::optional<Positions>& positions, const FrozenMatrix& given = {});
        FrozenMatrix embeddings, positions; ///< the summands; null: there are no positions

    private:
        const HostRows& followed(const HostRows& vectors, FrozenMatrix rows);
        const FrozenMatrix& rowsFor(const Positions& now, Index count, Index d);
        TokenRows tokens_;
        std::optional<Positions> kind_;
        std::uint64_t vectors_ = 0; ///< HostRows::number of the vectors that sum_ belongs to
        HostRows sum_;              ///< the sum, or what is given
    };
    Side queries_, keys_;
    ModelInputs known_;
};

} // namespace headlight
