#pragma once

#include "attention/stages.h"
#include "engine/TokenRows.h"
#include "session/Session.h"

#include <optional>

namespace headlight {

/// What the first layer reads: X and, of a second sentence, X_kv; and what they are made of, where there are positions.
struct ModelInputs {
    HostRows x, xKv;
    PerStage<FrozenMatrix> host; ///< embeddings and positions, where there are positions
};

/// Keeps blocks as long as their numbers stay. Of layers that hold none (LayerState::forgetInputs) an edit copies none.
class KeptInputs {
public:
    const ModelInputs& of(const Session& session);

private:
    /// The vectors of one sentence, and with positions added to them.
    class Side {
    public:
        const HostRows& of(const Text& text, const std::optional<Positions>& positions);
        FrozenMatrix embeddings, positions; ///< of which it was made; null: there are no positions

    private:
        const FrozenMatrix& rowsFor(const Positions& now, Index count, Index d);
        TokenRows tokens_;
        std::optional<Positions> kind_;
        std::uint64_t vectors_ = 0; ///< the number of those in the sum
        HostRows sum_;
    };
    Side queries_, keys_;
    ModelInputs known_;
};

} // namespace headlight
