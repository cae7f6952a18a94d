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

/// The terms on which a GuardedEngine uses a backend.
struct Terms {
    std::string id = kDefaultBackend; ///< an id of backends.h
    double minWork = 0;               ///< multiplications; the fallback does smaller work
    /// True if it gives signs of life during any work, so that it is given up after 10 s without one.
    bool givesSigns = false;
    int number = 0; ///< tells backends of the same id apart: Frame::failed
};

/// An Engine whose backend may fail: if the backend returns an error, throws, or gives no sign of life, a fallback
/// takes over for good. The fallback also computes single answers that the backend declines (Fault). One thread at a
/// time.
class GuardedEngine {
public:
    /// Without a fallback everything is computed on the caller's thread, and a failure is the problem of the answer.
    /// With one, the backend computes on a thread of its own, which is left behind if it does not come back.
    explicit GuardedEngine(std::unique_ptr<Backend> backend, std::unique_ptr<Backend> fallback = nullptr);
    ~GuardedEngine();

    /// Lets this backend compute from the next call on; null: the fallback alone. If there is no fallback, the first
    /// backend becomes it. Any thread.
    void setBackend(std::unique_ptr<Backend> backend, Terms terms);

    /// Calls Engine::answer(). Frame::notice says what a person should know of the backend.
    Frame answer(const Session& session, const Demand& demand, const Watch& watch = {}, const Sink& sink = {});

    std::string backendText() const; ///< returns the text of the backend that computes now
    std::vector<std::string> remarks() const;

    /// Sets how long a backend with a fallback may go without a sign of life: 30 s at first; longer for much work.
    void setPatience(std::chrono::milliseconds patience) { patience_ = patience; }

private:
    using Call = std::function<void()>;
    struct Next {
        std::unique_ptr<Backend> backend;
        Terms terms;
    };
    struct Shared;
    std::optional<Frame> onThread(const Session& session, const Demand& demand, std::chrono::milliseconds patience,
                                  const Watch& watch, const Sink& sink);
    Frame guarded(const Session& session, const Demand& demand, const Watch& watch, const Sink& sink);
    bool hasFallback() const { return engine_ != fallback_ && (spare_ || fallback_); }
    Engine& fallback();
    void takeNext();
    void takeOver(const std::string& why);

    std::shared_ptr<Engine> engine_;   ///< the engine of the backend; after its failure that of the fallback
    std::unique_ptr<Backend> spare_;   ///< the fallback, until its engine is made
    std::shared_ptr<Engine> fallback_; ///< null: none, or not needed yet
    Terms terms_;
    std::unique_ptr<LatestWins<Call, bool>> thread_; ///< engine_ computes on it if there is a fallback
    std::string id_;                                 ///< the id of the backend that computed last
    std::string notice_;                             ///< Frame::notice of the next frame
    int failed_ = 0;                                 ///< Frame::failed of the next frame
    std::chrono::milliseconds patience_{30'000};
    std::mutex nextMutex_;
    std::optional<Next> next_;
};

/// Makes an engine with the backend of this id (backends.h), and with the default one as its fallback.
Result<std::unique_ptr<GuardedEngine>> makeEngine(std::string_view backend);

/// Returns the multiplications that it takes to compute the layers [0, last] from nothing.
double multiplicationsUpTo(const Session& session, int last);

/// Returns how long a backend may go without a sign of life for so much work, at least `min`. It is given up if it
/// does less than 2e8 multiplications a second, a fortieth of what one thread of a CPU does without AVX
/// (tests/bench/README.md: 7e9 in 0.8 s): that CPU is then the better choice.
std::chrono::milliseconds patienceFor(double multiplications, std::chrono::milliseconds min);

} // namespace headlight
