#pragma once
// core/engine: decides what must be computed again after an edit, and nothing more; the arithmetic is the Backend's.
// One Engine, one thread at a time (LatestWins gives it one). No Qt, no files.

#include "attention/stages.h"
#include "backend/Backend.h"
#include "base/Result.h"
#include "engine/Demand.h"
#include "engine/Frame.h"
#include "session/Session.h"

#include <atomic>
#include <functional>
#include <memory>

namespace headlight {

class Engine {
public:
    explicit Engine(std::unique_ptr<Backend> backend);
    ~Engine();

    /// Answers what is demanded of `session`. Keeps intermediates, so that the next call recomputes only what the
    /// difference between the two sessions touches; the result equals a fresh Engine's, bit for bit. Whatever a backend
    /// throws becomes the Frame's problem, and the next call starts afresh.
    Frame answer(const Session& session, const Demand& demand);

    /// Every stage of one layer, whole. `progress` gets 0..1; returning false cancels (Problem "Cancelled").
    Result<Trace> trace(const Session& session, int layer, const std::function<bool(double)>& progress);

    const Backend& backend() const;

    /// How many bytes the scores of the heads on the screen may take together before answer() declines (3 GiB).
    void setScoresBudget(double bytes);

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace headlight
