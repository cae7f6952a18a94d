#include "engine/Engine.h"

#include "base/tooLittleMemory.h"
#include "engine/EngineState.h"

#include <algorithm>
#include <chrono>
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

/// For people, also of one that fails at saying it.
std::string nameOf(const Backend& backend) {
    try {
        return backend.description();
    } catch (...) {
        return "The backend";
    }
}

} // namespace

Engine::Engine(std::unique_ptr<Backend> backend, std::unique_ptr<Backend> fallback)
    : state_(std::make_shared<State>()), fallback_(std::move(fallback)) {
    state_->backend = std::move(backend);
    keepPages();
}

Engine::~Engine() = default;

std::string Engine::backendText() const { return nameOf(*state_->backend); }

std::vector<std::string> Engine::remarks() const {
    try {
        return state_->backend->remarks();
    } catch (...) {
        return {};
    }
}

void Engine::setScoresBudget(double bytes) { state_->scoresBudget = bytes; }

/// Answered by the backend that there is, or by the one that takes over.
Attempt<Frame> Engine::asked(const Session& session, const Demand& demand, const Watch& watch) {
    const auto frame = [](const Session& of, const Demand& wanted) {
        Frame empty;
        empty.session = of;
        empty.demand = wanted;
        return empty;
    };
    if (!fallback_) return answered(*state_, frame(session, demand), watch);
    try {
        int last = 0;
        for (const MapDemand& map : demand.maps) last = std::max(last, map.layer);
        for (const CellRef& cell : demand.cells) last = std::max(last, cell.layer);
        double multiplications = multiplicationsUpTo(session, last);
        for (const Session& other : demand.others) multiplications += multiplicationsUpTo(other, last);
        const Work<Frame> work = [session, demand, frame, isWatched = bool(watch)](State& state, const Watch& told) {
            return answered(state, frame(session, demand), isWatched ? told : Watch());
        };
        return tried(work, multiplications, watch);
    } catch (...) { // not even memory for asking
        return {{}, {Fault::Kind::NoMemory, {}}};
    }
}

Frame Engine::answer(const Session& session, const Demand& demand, const Watch& watch) {
    const auto start = std::chrono::steady_clock::now();
    Attempt<Frame> attempt = asked(session, demand, watch);
    Frame& frame = attempt.made;
    if (attempt.fault.kind != Fault::Kind::None && fallback_) { // what a thread of its own had may be lost
        frame.session = session;
        frame.demand = demand;
    }
    if (attempt.fault.kind == Fault::Kind::NoMemory)
        frame.problem = tooLittleMemory(
                            "There is not enough memory for these maps. Shorten the sentence or show fewer heads.")
                            .text;
    else if (attempt.fault.kind == Fault::Kind::Backend)
        frame.problem = couldNot("These maps", attempt.fault) + ". Change something to try again.";
    frame.notice = std::exchange(notice_, {});
    if (frame.backend.empty()) frame.backend = nameOf(*state_->backend);
    frame.computeMs = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    return std::move(frame);
}

void Engine::takeOver(const std::string& why) {
    const auto before = std::exchange(state_, std::make_shared<State>());
    state_->backend = std::move(fallback_);
    state_->scoresBudget = before->scoresBudget;
    notice_ = nameOf(*before->backend) + " has failed" + (why.empty() ? "" : " (" + why + ")") +
              ". Headlight now computes with " + nameOf(*state_->backend) + ".";
}

/// Whatever fails, the next one starts afresh; without memory this one does, once: what was kept may have been in the
/// way.
Attempt<Frame> Engine::answered(State& state, Frame asked, const Watch& watch) {
    Attempt<Frame> attempt{std::move(asked), {}};
    Frame& frame = attempt.made;
    const auto once = [&] {
        frame.backend = state.backend->description();
        auto done = state.answer(frame, watch);
        frame.remarks = state.backend->remarks();
        return done;
    };
    const auto clear = [&] {
        state.forget();
        frame.tiles.clear();
        frame.cells.clear();
    };
    Fault& fault = attempt.fault;
    fault = faultOf(once);
    if (fault.kind == Fault::Kind::NoMemory) {
        clear();
        fault = faultOf(once);
        if (fault.kind == Fault::Kind::NoMemory && state.need <= std::max(state.held, kSmall)) fault = lackOfMemory();
    }
    if (fault.kind != Fault::Kind::None || !frame.problem.empty())
        clear();
    else
        state.held = std::max(state.held, state.need);
    return attempt;
}

} // namespace headlight
