#include "engine/Engine.h"

#include "base/tooLittleMemory.h"
#include "engine/EngineState.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <utility>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace headlight {
namespace {

/// Makes the C library keep freed pages. Tiles come and go by megabytes with every frame, and it takes longer to get
/// pages from the system again than to fill them.
void keepPages() {
#if defined(__GLIBC__)
    static const bool done = mallopt(M_TRIM_THRESHOLD, 256 << 20) + mallopt(M_MMAP_THRESHOLD, 32 << 20) > 0;
    static_cast<void>(done);
#endif
}

/// Returns the result of `ask`, or `other` if it throws.
template <class T>
T askedOr(T other, const std::function<T()>& ask) {
    try {
        return ask();
    } catch (...) {
        return other;
    }
}

} // namespace

Engine::Engine(std::unique_ptr<Backend> backend) : state_(std::make_unique<State>(std::move(backend))) { keepPages(); }

Engine::~Engine() = default;

std::string Engine::backendText() const {
    return askedOr<std::string>("The backend", [&] { return state_->backend->description(); });
}
std::vector<std::string> Engine::remarks() const {
    return askedOr<std::vector<std::string>>({}, [&] { return state_->backend->remarks(); });
}
std::string Engine::whyNot(const Session& session) const {
    return askedOr<std::string>({}, [&] { return state_->backend->whyNot(session); });
}

Frame Engine::answer(const Session& session, const Demand& demand, const Watch& watch, const Sink& sink) {
    const auto start = std::chrono::steady_clock::now();
    Frame frame;
    frame.session = session;
    frame.demand = demand;
    frame.problem = whyNot(session);
    for (const Session& other : demand.others)
        if (frame.problem.empty()) frame.problem = whyNot(other);
    fault_ = frame.problem.empty() ? answered(frame, watch, sink) : Fault{Fault::Kind::Declined, {}};
    if (fault_.kind == Fault::Kind::NoMemory)
        frame.problem = tooLittleMemory(
                            "There is not enough memory for these maps. Shorten the sentence or show fewer heads.")
                            .text;
    else if (fault_.kind == Fault::Kind::Backend)
        frame.problem = couldNot("These maps", fault_) + ". Change something to try again.";
    if (frame.backend.empty()) frame.backend = backendText();
    frame.computeMs = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    return frame;
}

/// Computes the frame. Whatever fails, the next answer starts from nothing; without memory this one does, too, once,
/// because kept data may have been in the way.
Fault Engine::answered(Frame& frame, const Watch& watch, const Sink& sink) {
    State& state = *state_;
    bool isTooLarge = false;
    const auto once = [&]() -> Result<void> {
        frame.backend = state.backend->description();
        const auto ran = state.answer(frame, watch, sink);
        if (!ran) return ran.problem();
        isTooLarge = !frame.problem.empty();
        if (*ran == Ran::Stopped) frame.problem = "Cancelled";
        frame.remarks = state.backend->remarks();
        return {};
    };
    const auto clear = [&] {
        state.forget();
        static_cast<Answers&>(frame) = {};
    };
    Fault fault = faultOf(once);
    if (fault.kind == Fault::Kind::NoMemory) {
        clear();
        fault = faultOf(once);
        if (fault.kind == Fault::Kind::NoMemory && state.need <= std::max(state.held, kSmall)) fault = lackOfMemory();
    }
    if (fault || isTooLarge) clear(); // else kept data would stay in memory beside the fallback
    if (!fault && isTooLarge) return {Fault::Kind::Declined, {}};
    if (!fault && frame.problem.empty()) state.held = std::max(state.held, state.need);
    return fault;
}

} // namespace headlight
