#pragma once

#include <functional>
#include <utility>
#include <vector>

namespace headlight {

/// One thing after another: what is asked for while a turn runs waits until that turn is over, in order. So nothing
/// that a turn walks over is changed under it, however Qt calls back. One thread.
class Turns {
public:
    using Turn = std::function<void()>;

    void take(Turn turn) {
        waiting_.push_back(std::move(turn));
        if (isRunning_) {
            ++waited_;
            return;
        }
        isRunning_ = true;
        const Done done{*this};
        while (!waiting_.empty()) {
            const Turn next = std::move(waiting_.front());
            waiting_.erase(waiting_.begin());
            next();
        }
    }

    bool isRunning() const { return isRunning_; }
    int waited() const { return waited_; } ///< how many turns were asked for within another one so far

private:
    struct Done { // also when a turn throws: what waits is lost then, and the next one runs
        Turns& turns;
        ~Done() {
            turns.waiting_.clear();
            turns.isRunning_ = false;
        }
    };

    std::vector<Turn> waiting_;
    bool isRunning_ = false;
    int waited_ = 0;
};

} // namespace headlight
