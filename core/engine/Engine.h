#pragma once
// core/engine: decides what must be computed again after an edit, and nothing more; the arithmetic is the Backend's.
// One Engine, one thread at a time (LatestWins gives it one). No Qt, no files.

#include "attention/stages.h"
#include "backend/Backend.h"
#include "base/Result.h"
#include "engine/Attempt.h"
#include "engine/Demand.h"
#include "engine/Frame.h"
#include "session/Session.h"

#include <chrono>
#include <functional>
#include <memory>
#include <vector>

namespace headlight {

class Engine {
public:
    /// `fallback`: what takes over for good if the backend fails, throws or does not come back; null: nobody. With one
    /// everything is computed on a thread of its own, which is left behind in the last case. That there is not enough
    /// memory is no failure, but where there should be.
    explicit Engine(std::unique_ptr<Backend> backend, std::unique_ptr<Backend> fallback = nullptr);
    ~Engine();

    /// Answers what is demanded of `session`. Keeps intermediates, so that the next call recomputes only what the
    /// difference between the two sessions touches; the result equals a fresh Engine's, bit for bit. What a backend
    /// throws or complains of becomes the Frame's problem, or a notice if another takes over; the next call starts
    /// afresh. Throws std::bad_alloc if there is no memory for so much as a copy of what is asked. With a `watch` one
    /// head after the other is done, and it is asked before each; if it does not go on, the Frame's problem is
    /// "Cancelled".
    Frame answer(const Session& session, const Demand& demand, const Watch& watch = {});

    /// Every stage of one layer, whole. `progress`: returning false cancels (Problem "Cancelled"). If another backend
    /// takes over, it begins anew, and the next Frame says so.
    Result<Trace> trace(const Session& session, int layer, const Watch& progress);

    /// The same of the layers [first, last], together.
    Result<std::vector<Trace>> traces(const Session& session, int first, int last, const Watch& progress);

    /// What the one that computes now says of itself, and of all its answers; something general if it throws.
    std::string backendText() const;
    std::vector<std::string> remarks() const;

    /// How many bytes the scores that the maps on the screen need may take together before answer() declines (3 GiB).
    /// What else is kept (X, Q, K, V, contexts, tiles) grows with the tokens and not with their square, but for given
    /// masks, and for the cells that a difference has in common where tokens have moved or masks are others: some bytes
    /// for each cell, once for a layer and not for each head.
    void setScoresBudget(double bytes);
    /// How long a backend with a fallback may take at least (30 s); longer for much work: patienceFor().
    void setPatience(std::chrono::milliseconds patience) { patience_ = patience; }

private:
    struct State;
    template <class T>
    using Work = std::function<Attempt<T>(State&, const Watch&)>; ///< owns what it works on
    template <class T>
    Attempt<T> tried(const Work<T>& work, double multiplications, const Watch& progress);
    Result<std::vector<Trace>> traced(const Session& session, int first, int last, const Watch& progress);
    Attempt<Frame> asked(const Session& session, const Demand& demand, const Watch& watch);
    void takeOver(const std::string& why);
    static Attempt<Frame> answered(State& state, Frame asked, const Watch& watch);

    std::shared_ptr<State> state_;
    std::unique_ptr<Backend> fallback_;
    std::string notice_; ///< for the next Frame
    std::chrono::milliseconds patience_{30'000};
};

} // namespace headlight
