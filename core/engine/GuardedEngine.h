#pragma once

#include "backend/backends.h"
#include "base/LatestWins.h"
#include "base/LeavableThread.h"
#include "engine/Engine.h"

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// How a GuardedEngine uses a backend.
struct Terms {
    std::string id = kDefaultBackend; ///< as in backends.h
    double leastWork = 0;             ///< multiplications: what takes fewer is computed by the fallback
    /// It gives signs of life however much work there is, so 10 s without one are enough to give it up.
    bool givesSigns = false;
    int number = 0; ///< tells it from others of this id: Frame::failed
};

/// An Engine, and what becomes of its backend's failures: where the backend fails, throws, or gives no sign of life, a
/// fallback takes over for good; what it declines (Fault) is computed by the fallback alone. One thread at a
/// time.
class GuardedEngine {
public:
    /// Without a fallback everything is computed on the caller's thread, and a failure is the answer's problem. With
    /// one it is computed on a thread of its own, which is left behind if it does not come back.
    explicit GuardedEngine(std::unique_ptr<Backend> backend, std::unique_ptr<Backend> fallback = nullptr);
    ~GuardedEngine();

    /// From the next call on this one computes; null: the fallback alone. If there is no fallback, the first backend
    /// becomes it. Any thread.
    void setBackend(std::unique_ptr<Backend> backend, Terms terms);

    /// As Engine's. What a person should know of the backend is the frame's notice.
    Frame answer(const Session& session, const Demand& demand, const Watch& watch = {});
    Result<std::vector<Trace>> traces(const Session& session, int first, int last, const Watch& watch);

    std::string backendText() const; ///< of the one that computes now
    std::vector<std::string> remarks() const;

    /// How long a backend with a fallback may go without a sign of life: at least this (30 s), longer for much work.
    void setPatience(std::chrono::milliseconds patience) { patience_ = patience; }

private:
    using Call = std::function<void()>;
    struct Next {
        std::unique_ptr<Backend> backend;
        Terms terms;
    };
    template <class T>
    struct Shared;
    template <class T>
    using Work = std::function<T(Engine&, const Watch&)>; ///< owns what it works on
    template <class T>
    std::optional<T> onThread(const Work<T>& work, std::chrono::milliseconds patience, const Watch& watch);
    template <class T>
    T guarded(const Work<T>& work, double multiplications, const Watch& watch);
    bool hasFallback() const { return engine_ != fallback_ && (spare_ || fallback_); }
    Engine& fallback();
    void takeNext();
    void takeOver(const std::string& why);

    std::shared_ptr<Engine> engine_;   ///< of the backend; after its failure the fallback
    std::unique_ptr<Backend> spare_;   ///< the fallback, until its engine is made
    std::shared_ptr<Engine> fallback_; ///< null: none, or not needed yet
    Terms terms_;
    std::unique_ptr<LatestWins<Call, bool>> thread_; ///< where engine_ computes while there is a fallback
    std::string id_;                                 ///< of the one that computed last
    std::string notice_;                             ///< for the next frame,
    int failed_ = 0;                                 ///< likewise
    std::chrono::milliseconds patience_{30'000};
    std::mutex nextMutex_;
    std::optional<Next> next_;
};

/// An engine with the backend of this name (backends.h), and the default one as its fallback.
Result<std::unique_ptr<GuardedEngine>> makeEngine(std::string_view backend);

/// How many multiplications it takes to compute the layers [0, last] from nothing.
double multiplicationsUpTo(const Session& session, int last);

/// How long a backend may go without a sign of life for so much work, and at least `least`. It is given up if it does
/// less than 2e8 multiplications a second, a fortieth of what one thread of a CPU does without AVX
/// (tests/bench/README.md: 7e9 in 0.8 s): that CPU is then the better choice.
std::chrono::milliseconds patienceFor(double multiplications, std::chrono::milliseconds least);

} // namespace headlight
