#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <thread>

namespace headlight {

/// A thread that is waited for, but not for ever: one that has not ended when this goes is left behind, to end by
/// itself.
class LeavableThread {
public:
    /// `work` must own what it uses; it is destroyed when it ends. Throws std::system_error if there is no thread to be
    /// had.
    explicit LeavableThread(std::function<void()> work);
    ~LeavableThread();
    LeavableThread(const LeavableThread&) = delete;
    LeavableThread& operator=(const LeavableThread&) = delete;

    bool endsWithin(std::chrono::milliseconds patience) const;
    void join() { thread_.join(); }

private:
    struct End;
    std::shared_ptr<End> end_;
    std::thread thread_;
};

/// Whether so many threads could run beside this one now: a library that only hopes so may wait for ever.
bool threadsCanBeMade(int count);

/// How many of those that were left behind still run. While there are any, a program must end by std::_Exit: they may
/// use what the end of main() would take down.
int threadsLeftBehind();

} // namespace headlight
