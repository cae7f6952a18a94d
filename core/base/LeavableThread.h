#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <thread>

namespace headlight {

/// A thread that the destructor does not wait for: if its work has not ended by then, it is left behind and runs on.
class LeavableThread {
public:
    /// `work` must own what it uses; it is destroyed, on its thread, as soon as it has returned. It must not throw.
    /// Throws std::system_error if the system starts no further thread.
    explicit LeavableThread(std::function<void()> work);
    ~LeavableThread();
    LeavableThread(const LeavableThread&) = delete;
    LeavableThread& operator=(const LeavableThread&) = delete;

    /// Waits for the work to end, but not longer than `patience`. Returns true if it has ended.
    bool endsWithin(std::chrono::milliseconds patience) const;
    void join() { thread_.join(); }

private:
    struct End;
    std::shared_ptr<End> end_;
    std::thread thread_;
};

/// Returns the number of threads that were left behind and still run. While there are any, the program must end by
/// std::_Exit, since they may use objects that are destroyed after main().
int threadsLeftBehind();

} // namespace headlight
