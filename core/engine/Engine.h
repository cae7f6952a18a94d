#pragma once
// core/engine: decides what must be computed again after an edit, and nothing more; the arithmetic is the backend's.
// No Qt, no files. An Engine is used by one thread at a time.

#include "attention/TraceReader.h"
#include "backend/Backend.h"
#include "base/Result.h"
#include "engine/Demand.h"
#include "engine/Fault.h"
#include "engine/Frame.h"
#include "session/Session.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

class Engine {
public:
    explicit Engine(std::unique_ptr<Backend> backend);
    ~Engine();

    /// Answers what is demanded of a consistent session (firstInconsistency). Keeps intermediates, so that the next
    /// call computes only what the difference between the two sessions touches; the result equals that of a new Engine
    /// bit for bit. If `watch` or `sink` stops it, the problem of the frame is "Cancelled", and the next call computes
    /// what is left. What a backend throws or returns as a Problem becomes the problem of the frame; the next call then
    /// starts from nothing. Throws std::bad_alloc if there is no memory for a copy of the arguments.
    Frame answer(const Session& session, const Demand& demand, const Watch& watch = {}, const Sink& sink = {});

    /// Returns all stages of the layers [first, last]. Problem "Cancelled": `watch` returned false.
    Result<std::vector<Trace>> traces(const Session& session, int first, int last, const Watch& watch);
    /// Opens these stages for reading by rows. If the backend can stream, this takes no memory for traces or scores,
    /// and only the stage `only` can be read, or all but Mean and Product. The reader must not outlive the Engine.
    Result<std::unique_ptr<TraceReader>> openTraces(const Session& session, int first, int last, const Watch& watch,
                                                    std::optional<Stage> only = {});

    /// Returns the fault of the backend in the last answer.
    const Fault& fault() const { return fault_; }

    /// Return the backend's texts, or a substitute if it throws.
    std::string backendText() const;
    std::vector<std::string> remarks() const;

private:
    std::string whyNot(const Session& session) const;
    struct State;
    Fault answered(Frame& frame, const Watch& watch, const Sink& sink);
    /// The names of the layers and of all that is computed of them, for messages. Literals, which need no memory.
    struct Texts {
        const char *layers, *all;
    };
    /// Calls `compute`, which computes other layers than those of the screen. A Problem says why it did not.
    Result<void> computedApart(const Session& session, int first, int last, const Texts& texts,
                               const std::function<Result<Ran>()>& compute) const;

    std::unique_ptr<State> state_;
    Fault fault_;
};

} // namespace headlight
