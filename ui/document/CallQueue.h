#pragma once

#include <functional>
#include <utility>
#include <vector>

namespace headlight {

/// Runs a call now or, if another one is running, after it and those that wait. So nothing that a call iterates over is
/// changed by another call, even if Qt calls back. For one thread.
class CallQueue {
public:
    using Call = std::function<void()>;

    void run(Call call) {
        waiting_.push_back(std::move(call));
        if (isRunning_) {
            ++waited_;
            return;
        }
        isRunning_ = true;
        const Done done{*this};
        while (!waiting_.empty()) {
            const Call next = std::move(waiting_.front());
            waiting_.erase(waiting_.begin());
            next();
        }
    }

    bool isRunning() const { return isRunning_; }
    int waited() const { return waited_; } ///< the number of calls that have had to wait

private:
    struct Done { // also runs if a call throws: the calls that wait are dropped, and run() works again
        CallQueue& queue;
        ~Done() {
            queue.waiting_.clear();
            queue.isRunning_ = false;
        }
    };

    std::vector<Call> waiting_;
    bool isRunning_ = false;
    int waited_ = 0;
};

} // namespace headlight
