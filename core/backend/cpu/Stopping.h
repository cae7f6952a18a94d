#pragma once

#include "base/Watch.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>

namespace headlight {

/// Stops the work of a layer if the watch says so. Any thread that does part of the work may call check(); the watch is
/// called on the thread that made this.
class Stopping {
public:
    struct Stopped {}; ///< thrown by check()

    /// `steps`: the number of Steps that there will be.
    Stopping(const Watch& watch, std::size_t steps) : watch_(watch), steps_(static_cast<double>(steps)) {}
    void check() {
        if (std::this_thread::get_id() == maker_ && !shouldContinue(watch_, std::min(1.0, done_ / steps_)))
            stops_ = true;
        if (stops_) throw Stopped();
    }

    /// The work of one head.
    class Step {
    public:
        explicit Step(Stopping& of) : of_(of) {}
        void check() { of_.check(); }
        /// Counts a part (0 to 1) of the work as done. Parts beyond the whole do not count.
        void take(double part) {
            const double before = part_.fetch_add(part);
            of_.done_ += std::clamp(1 - before, 0.0, part);
        }
        void finish() { take(1); }

    private:
        Stopping& of_;
        std::atomic<double> part_ = 0;
    };

private:
    const Watch& watch_;
    double steps_;
    std::thread::id maker_ = std::this_thread::get_id();
    std::atomic<double> done_ = 0;
    std::atomic<bool> stops_ = false;
};

} // namespace headlight
