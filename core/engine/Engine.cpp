#include "engine/Engine.h"

#include "engine/EngineState.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <new>
#include <thread>
#include <utility>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace headlight {
namespace {

/// Tiles come and go by megabytes with every frame. Without this the C library hands their pages back to the system
/// each time, and getting them again takes longer than filling them.
void keepPages() {
#if defined(__GLIBC__)
    static const bool done = mallopt(M_TRIM_THRESHOLD, 256 << 20) + mallopt(M_MMAP_THRESHOLD, 32 << 20) > 0;
    static_cast<void>(done);
#endif
}

std::string couldNot(const std::string& why) {
    return "These maps could not be computed (" + why + "). Change something to try again.";
}

} // namespace

Engine::Engine(std::unique_ptr<Backend> backend, std::unique_ptr<Backend> fallback)
    : state_(std::make_shared<State>()), fallback_(std::move(fallback)) {
    state_->backend = std::move(backend);
    keepPages();
}

Engine::~Engine() = default;

const Backend& Engine::backend() const { return *state_->backend; }

void Engine::setScoresBudget(double bytes) { state_->scoresBudget = bytes; }

Frame Engine::answer(const Session& session, const Demand& demand) {
    const auto start = std::chrono::steady_clock::now();
    Attempt attempt;
    try {
        attempt = fallback_ ? patiently(session, demand) : Attempt(*state_, session, demand);
    } catch (const std::exception& error) { // no memory or no thread to begin with
        attempt.frame.problem = couldNot(error.what());
    }
    Frame frame = std::move(attempt.frame);
    if (attempt.hasFailed && fallback_) {
        const std::string name = state_->backend->description(), why = std::move(frame.problem);
        const double budget = state_->scoresBudget;
        state_ = std::make_shared<State>();
        state_->backend = std::move(fallback_);
        state_->scoresBudget = budget;
        frame = Attempt(*state_, session, demand).frame;
        frame.notice = name + " has failed: " + why + " From now on " + state_->backend->description() + " computes.";
    }
    frame.backend = state_->backend->description();
    frame.remarks = state_->backend->remarks();
    frame.computeMs = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    return frame;
}

/// On a thread that is left behind, with all that it works on, if the backend does not come back.
Attempt Engine::patiently(const Session& session, const Demand& demand) {
    struct Call {
        std::mutex mutex;
        std::condition_variable isOver;
        std::optional<Attempt> attempt;
    };
    const auto call = std::make_shared<Call>();
    std::thread([call, state = state_, session, demand] {
        Attempt attempt(*state, session, demand);
        const std::lock_guard lock(call->mutex);
        call->attempt = std::move(attempt);
        call->isOver.notify_all();
    }).detach();
    std::unique_lock lock(call->mutex);
    if (call->isOver.wait_for(lock, patience_, [&] { return call->attempt.has_value(); }))
        return std::move(*call->attempt);
    Attempt none;
    none.hasFailed = true;
    none.frame.problem = "it has not answered for " + std::to_string(patience_.count()) + " ms.";
    return none;
}

Attempt::Attempt(Engine::State& state, const Session& session, const Demand& demand) {
    const auto fail = [&](std::string why) {
        hasFailed = true;
        frame.problem = std::move(why);
    };
    try {
        frame.session = session;
        frame.demand = demand;
        if (const auto done = state.answer(frame); !done) fail(couldNot(done.text()));
    } catch (const std::bad_alloc&) {
        fail("There is not enough memory for these maps. Shorten the sentence or show fewer heads.");
    } catch (const std::exception& error) {
        fail(couldNot(error.what()));
    } catch (...) {
        fail("These maps could not be computed. Change something to try again.");
    }
    if (frame.problem.empty()) return;
    state.forget();
    frame.tiles.clear();
    frame.cell.reset();
}

} // namespace headlight
