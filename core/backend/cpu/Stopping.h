#pragma once

#include "base/Watch.h"

#include <atomic>
#include <cstddef>
#include <thread>

namespace headlight {

/// Whether the work of a layer goes on. Any thread that does some of it may ask; the watch is asked on the thread that
/// made this.
class Stopping {
public:
    struct Stopped {}; ///< what check() throws

    Stopping(const Watch& watch, std::size_t steps) : watch_(watch), steps_(steps) {}
    bool goesOn() {
        if (std::this_thread::get_id() == maker_ && !shouldContinue(watch_, done_, steps_)) stops_ = true;
        return !stops_;
    }
    void check() {
        if (!goesOn()) throw Stopped();
    }
    void stepDone() { ++done_; }

private:
    const Watch& watch_;
    std::size_t steps_;
    std::thread::id maker_ = std::this_thread::get_id();
    std::atomic<std::size_t> done_ = 0;
    std::atomic<bool> stops_ = false;
};

} // namespace headlight
