#include "engine/GuardedEngine.h"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <utility>

namespace headlight {
namespace {

using Clock = std::chrono::steady_clock;

/// Destroys the engine, on a thread that is left behind if it waits for a device that hangs.
void leave(std::shared_ptr<Engine> engine) {
    try {
        LeavableThread([gone = std::move(engine)] {}).endsWithin(std::chrono::milliseconds(100));
    } catch (...) { // without memory or another thread, the engine was destroyed on this one
    }
}

/// Returns the multiplications that it takes to compute all that is demanded from nothing.
double multiplicationsFor(const Session& session, const Demand& demand) {
    int last = 0;
    for (const MapDemand& map : demand.maps) last = std::max(last, map.layer);
    for (const CellDemand& demanded : demand.cells) last = std::max(last, demanded.cell.layer);
    for (const StatisticsDemand& of : demand.statistics) last = std::max(last, of.layer);
    for (const CellDemand& of : demand.sensitivities) last = std::max(last, of.cell.layer);
    double multiplications = multiplicationsUpTo(session, last);
    for (const Session& other : demand.others) multiplications += multiplicationsUpTo(other, last);
    return multiplications;
}

} // namespace

/// The state that the caller shares with the thread that works for it. That thread may outlive the call.
struct GuardedEngine::Shared {
    std::mutex mutex;
    std::condition_variable changed;
    std::optional<Frame> result;
    std::exception_ptr thrown;  ///< the exception, if there is no result
    std::optional<double> told; ///< progress that has not been passed on
    bool shouldContinue = true;
    Clock::time_point signOfLife = Clock::now(); ///< the time of the last sign of life
};

GuardedEngine::GuardedEngine(std::unique_ptr<Backend> backend, std::unique_ptr<Backend> fallback)
    : engine_(std::make_shared<Engine>(std::move(backend))), spare_(std::move(fallback)) {}

GuardedEngine::~GuardedEngine() {
    thread_.reset();
    if (hasFallback()) leave(std::move(engine_));
}

std::string GuardedEngine::backendText() const { return engine_->backendText(); }

std::vector<std::string> GuardedEngine::remarks() const { return engine_->remarks(); }

void GuardedEngine::setBackend(std::unique_ptr<Backend> backend, Terms terms) {
    const std::lock_guard lock(nextMutex_);
    next_ = Next{std::move(backend), std::move(terms)};
}

void GuardedEngine::takeNext() {
    std::optional<Next> next;
    {
        const std::lock_guard lock(nextMutex_);
        next.swap(next_);
    }
    if (!next) return;
    if (!spare_ && !fallback_) fallback_ = engine_;
    if (!next->backend) fallback();
    auto engine = next->backend ? std::make_shared<Engine>(std::move(next->backend)) : fallback_;
    thread_.reset();
    if (hasFallback())
        leave(std::exchange(engine_, std::move(engine)));
    else
        engine_ = std::move(engine);
    terms_ = std::move(next->terms);
}

Engine& GuardedEngine::fallback() {
    if (!fallback_) fallback_ = std::make_shared<Engine>(std::move(spare_));
    return *fallback_;
}

/// Lets engine_ answer on thread_. Returns nothing if there was no sign of life for `patience`.
std::optional<Frame> GuardedEngine::onThread(const Session& session, const Demand& demand,
                                             std::chrono::milliseconds patience, const Watch& watch, const Sink& sink) {
    if (!thread_)
        thread_ = std::make_unique<LatestWins<Call, bool>>([](const Call& call, auto) { return call(), true; },
                                                           [](bool) {});
    const auto shared = std::make_shared<Shared>();
    thread_->request([shared, session, demand, engine = engine_, isWatched = bool(watch), sink] {
        const Watch tell = [&shared, isWatched](double done) {
            std::unique_lock lock(shared->mutex);
            if (!shared->shouldContinue) return false;
            shared->signOfLife = Clock::now();
            if (!isWatched) return true;
            shared->told = done;
            shared->changed.notify_all();
            shared->changed.wait(lock, [&] { return !shared->told; });
            return shared->shouldContinue;
        };
        const Sink give = [&shared, &sink](Frame part) {
            const std::lock_guard lock(shared->mutex); // the caller waits, or has left and set shouldContinue
            return shared->shouldContinue && sink(std::move(part));
        };
        std::optional<Frame> result;
        std::exception_ptr thrown;
        try {
            result = engine->answer(session, demand, tell, sink ? give : Sink());
        } catch (...) {
            thrown = std::current_exception();
        }
        const std::lock_guard lock(shared->mutex);
        shared->result = std::move(result);
        shared->thrown = thrown;
        shared->changed.notify_all();
    });
    std::unique_lock lock(shared->mutex);
    for (auto until = shared->signOfLife + patience; Clock::now() < until; until = shared->signOfLife + patience) {
        if (!shared->changed.wait_until(lock, until, [&] { return shared->result || shared->thrown || shared->told; }))
            continue; // time is up, unless there was a sign of life meanwhile
        if (shared->thrown) std::rethrow_exception(shared->thrown);
        if (shared->result) return std::move(shared->result);
        lock.unlock();
        const bool shouldContinue = watch(*shared->told); // the thread waits meanwhile
        lock.lock();
        shared->shouldContinue = shouldContinue;
        shared->told.reset();
        shared->signOfLife = Clock::now();
        shared->changed.notify_all();
    }
    shared->shouldContinue = false;
    thread_->setImpatient();
    return {};
}

/// Returns the answer of the backend, or of the fallback if the backend fails or cannot give it.
Frame GuardedEngine::guarded(const Session& session, const Demand& demand, const Watch& watch, const Sink& sink) {
    id_ = terms_.id;
    if (!hasFallback()) return engine_->answer(session, demand, watch, sink);
    const auto byFallback = [&] {
        id_ = Terms().id;
        return fallback().answer(session, demand, watch, sink);
    };
    const double multiplications = multiplicationsFor(session, demand);
    if (multiplications < terms_.minWork) return byFallback();
    constexpr std::chrono::milliseconds kWithSigns{10'000};
    const auto patience = terms_.givesSigns ? std::min(patience_, kWithSigns) : patienceFor(multiplications, patience_);
    std::optional<Frame> result = onThread(session, demand, patience, watch, sink);
    const auto kind = result ? engine_->fault().kind : Fault::Kind::Backend;
    if (kind == Fault::Kind::Declined) return byFallback();
    if (kind != Fault::Kind::Backend) return *std::move(result);
    takeOver(result ? engine_->fault().why : "no answer for " + std::to_string(patience.count()) + " ms");
    id_ = terms_.id;
    return engine_->answer(session, demand, watch, sink);
}

void GuardedEngine::takeOver(const std::string& why) {
    const std::string failed = engine_->backendText();
    fallback();
    leave(std::exchange(engine_, fallback_));
    thread_.reset();
    failed_ = std::exchange(terms_, {}).number;
    notice_ = failed + " has failed" + (why.empty() ? "" : " (" + why + ")") + ". Headlight now computes with " +
              engine_->backendText() + ".";
}

Frame GuardedEngine::answer(const Session& session, const Demand& demand, const Watch& watch, const Sink& sink) {
    takeNext();
    const auto named = [this](Frame frame) {
        frame.backendId = id_;
        frame.notice = std::exchange(notice_, {});
        frame.failed = std::exchange(failed_, 0);
        return frame;
    };
    const Sink give = [&](Frame part) { return sink(named(std::move(part))); };
    return named(guarded(session, demand, watch, sink ? give : Sink()));
}

Result<std::unique_ptr<GuardedEngine>> makeEngine(std::string_view id) {
    auto chosen = chooseBackend(id);
    if (!chosen) return chosen.problem();
    if (chosen->info.id == kDefaultBackend) return std::make_unique<GuardedEngine>(std::move(chosen->backend));
    auto engine = std::make_unique<GuardedEngine>(makeBackend(kDefaultBackend).value());
    engine->setBackend(std::move(chosen->backend), {chosen->info.id, 0, chosen->info.device.has_value()});
    return engine;
}

double multiplicationsUpTo(const Session& session, int last) {
    constexpr double kOfACell = 16; // multiplications that take as long as to weigh a score and to show it
    double count = 0;
    for (int l = 0; l <= last && l < static_cast<int>(session.layers.size()); ++l) {
        if (layerAt(session, l).allHeads.empty()) return 0; // such a session is not computed
        const Sizes s = sizesOf(session, l);
        const double queries = s.tokens, keys = s.keyTokens, dk = s.dk, dv = s.dv;
        const double ofHead = queries * s.d * dk + keys * s.dSource * (dk + dv) + queries * keys * (dk + dv + kOfACell);
        count += s.heads * ofHead + queries * s.concat() * s.dOut;
    }
    return count;
}

std::chrono::milliseconds patienceFor(double multiplications, std::chrono::milliseconds min) {
    return std::max(min, std::chrono::milliseconds(static_cast<long long>(multiplications / 2e5)));
}

} // namespace headlight
