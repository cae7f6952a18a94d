#pragma once

#include <functional>
#include <utility>
#include <vector>

namespace headlight {

/// Runs a call now, or after those that are running and waiting. So nothing that a call walks over is changed under it,
/// however Qt calls back. One thread.
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
    int waited() const { return waited_; } ///< how many calls had to wait so far

private:
    struct Done { // also when a call throws: those that wait are lost then, and the next one runs
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
