#pragma once
// core/engine: decides what must be computed again after an edit, and nothing more; the arithmetic is the Backend's.
// One Engine, one thread at a time (LatestWins gives it one). No Qt, no files.

#include "attention/stages.h"
#include "backend/Backend.h"
#include "base/Result.h"
#include "engine/Demand.h"
#include "engine/Frame.h"
#include "session/Session.h"

#include <chrono>
#include <functional>
#include <memory>
#include <vector>

namespace headlight {

struct Attempt;

class Engine {
public:
    /// `fallback`: what takes over for good if the backend fails, throws or does not come back; null: nobody. With one
    /// each answer is computed on a thread of its own, which is left behind in the last case.
    explicit Engine(std::unique_ptr<Backend> backend, std::unique_ptr<Backend> fallback = nullptr);
    ~Engine();

    /// Answers what is demanded of `session`. Keeps intermediates, so that the next call recomputes only what the
    /// difference between the two sessions touches; the result equals a fresh Engine's, bit for bit. What a backend
    /// throws or complains of becomes the Frame's problem, or a notice if another takes over; the next call starts
    /// afresh.
    Frame answer(const Session& session, const Demand& demand);

    /// Every stage of one layer, whole. `progress` gets 0..1; returning false cancels (Problem "Cancelled").
    Result<Trace> trace(const Session& session, int layer, const std::function<bool(double)>& progress);

    /// The same of the layers [first, last], together.
    Result<std::vector<Trace>> traces(const Session& session, int first, int last,
                                      const std::function<bool(double)>& progress);

    const Backend& backend() const;

    /// How many bytes the scores that the maps on the screen need may take together before answer() declines (3 GiB).
    /// What else is kept (X, Q, K, V, contexts, tiles) grows with the tokens and not with their square.
    void setScoresBudget(double bytes);
    /// How long a backend with a fallback may take (30 s).
    void setPatience(std::chrono::milliseconds patience) { patience_ = patience; }

private:
    friend struct Attempt;
    struct State;
    Attempt patiently(const Session& session, const Demand& demand);

    std::shared_ptr<State> state_;
    std::unique_ptr<Backend> fallback_;
    std::chrono::milliseconds patience_{30'000};
};

} // namespace headlight
