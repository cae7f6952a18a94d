#pragma once
// A try at something that a backend may fail at, or not come back from.

#include "base/LeavableThread.h"
#include "base/Result.h"
#include "base/Watch.h"
#include "session/Session.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace headlight {

struct Fault {
    enum class Kind { None, NoMemory, Backend };
    Kind kind = Kind::None;
    std::string why; ///< "the device is gone"; empty: nobody knows
};

/// Of the exception that is being handled.
Fault currentFault() noexcept;

/// Of a backend that has none where it should: that is its failure.
Fault lackOfMemory() noexcept;

/// What `work` throws, or says as a Problem.
template <class Work>
Fault faultOf(Work&& work) {
    try {
        const Result<void> done = work();
        return done ? Fault() : Fault{Fault::Kind::Backend, done.text()};
    } catch (...) {
        return currentFault();
    }
}

/// "These maps could not be computed (the device is gone)"
std::string couldNot(const std::string& what, const Fault& fault);

template <class T>
struct Attempt {
    T made{};
    Fault fault;
};

/// Tries on a thread of its own, which is left behind, with all that `work` holds, if it gives no sign of life for so
/// long: neither comes back nor tells its progress (which is passed on here, on the caller's thread).
template <class T>
Attempt<T> patiently(std::function<Attempt<T>(const Watch&)> work, std::chrono::milliseconds patience,
                     const Watch& progress) {
    struct Call {
        std::mutex mutex;
        std::condition_variable moved;
        std::optional<Attempt<T>> attempt;
        std::optional<double> told; ///< until it is passed on
        bool goesOn = true;
    };
    const auto call = std::make_shared<Call>();
    const auto tell = [call](double done) {
        std::unique_lock lock(call->mutex);
        if (!call->goesOn) return false;
        call->told = done;
        call->moved.notify_all();
        call->moved.wait(lock, [&] { return !call->told; });
        return call->goesOn;
    };
    auto run = [call, tell, work = std::move(work)] {
        Attempt<T> attempt;
        try {
            attempt = work(tell);
        } catch (...) { // nothing may leave a thread
            attempt.fault = currentFault();
        }
        const std::lock_guard lock(call->mutex);
        call->attempt = std::move(attempt);
        call->moved.notify_all();
    };
    std::optional<LeavableThread> thread;
    try {
        thread.emplace(std::move(run));
    } catch (...) { // not the backend's fault
        return {{}, {Fault::Kind::NoMemory, currentFault().why}};
    }
    std::unique_lock lock(call->mutex);
    while (call->moved.wait_for(lock, patience, [&] { return call->attempt || call->told; })) {
        if (call->attempt) {
            lock.unlock();
            thread->join();
            return std::move(*call->attempt);
        }
        lock.unlock();
        const bool goesOn = !progress || progress(*call->told);
        lock.lock();
        call->goesOn = goesOn;
        call->told.reset();
        call->moved.notify_all();
    }
    call->goesOn = false;
    return {{}, {Fault::Kind::Backend, "no answer for " + std::to_string(patience.count()) + " ms"}};
}

/// How many multiplications it takes to compute the layers [0, last] anew.
double multiplicationsUpTo(const Session& session, int last);

/// How long a backend may go without a sign of life when it is asked for so much. Given up is what does less than 2e8
/// multiplications a second, a fortieth of what one thread of a CPU does without AVX (tests/bench/README.md: 7e9 in 0.8
/// s): a person is better off with that CPU than with waiting. Whatever is asked for, starting takes some time:
/// `least`.
std::chrono::milliseconds patienceFor(double multiplications, std::chrono::milliseconds least);

} // namespace headlight
