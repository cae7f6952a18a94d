#pragma once

#include "attention/stages.h"
#include "backend/Backend.h"
#include "session/Session.h"

#include <cstdint>

namespace headlight {

/// A number that changes whenever a stage's values may have changed, and is never used twice; 0: never computed.
using Stamp = std::uint64_t;

/// What one head at the backend was computed from, and so what it has to be brought up to date with. Straight-line:
/// each step looks whether its inputs are those that it saw last.
class HeadState {
public:
    int place = -1; ///< its index at the backend in the last run; -1: it is not there yet

    /// The rows of an input of the layer have moved (null: none did), and then these have changed.
    void inputChanged(Stage input, const Relocation* moved, const IndexSet& rows);
    /// Adds to the update what `stage` needs. `sizes`: of the layer.
    void bringUpTo(Stage stage, const Head& head, const ScoreRule& rule, const Sizes& sizes, HeadUpdate& update,
                   Stamp& clock);
    /// Drops the scores if nothing has wanted them since this was called last.
    void dropUnwanted(HeadUpdate& update);

    Stamp stamp(Stage stage) const { return stamps_[stage]; }
    /// Computed from exactly these blocks?
    bool belongsTo(const Head& head) const;

private:
    struct Seen {
        bool any = false;
        Index rows = 0; ///< of the input
        FrozenMatrix w, bias;
    };
    void project(const Projection& projection, const Head& head, Index rows, HeadUpdate& update, Stamp& clock);
    void attend(const ScoreRule& rule, HeadUpdate& update, Stamp& clock);

    PerProjection<Seen> seen_;
    PerProjection<IndexSet> pending_;    ///< rows of their inputs that changed since
    PerProjection<IndexSet> unattended_; ///< rows of Q, K that changed since the scores were computed
    bool attended_ = false, isWanted_ = false;
    Stamp attendedQ_ = 0, attendedK_ = 0; ///< their stamps then
    int attendedPlace_ = -1;              ///< dropout draws for places
    ScoreRule rule_;
    PerStage<Stamp> stamps_;
};

} // namespace headlight
