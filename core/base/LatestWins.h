#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace headlight {

/// The one background thread: runs `work(request)` on the latest request, hands the result to `post`. At most one
/// request waits; a newer one takes its place. A running one finishes, so that a drag keeps painting. `post` is
/// called on the background thread and must pass the result on (the window queues it to the GUI thread). A request
/// whose work or post throws has no answer.
template <class Request, class Answer>
class LatestWins {
public:
    using Work = std::function<Answer(const Request&)>;
    using Post = std::function<void(Answer)>;

    LatestWins(Work work, Post post) : work_(std::move(work)), post_(std::move(post)), thread_([this] { run(); }) {}

    /// Waits for a running request; one that waits is dropped.
    ~LatestWins() {
        {
            const std::lock_guard lock(mutex_);
            stop_ = true;
        }
        wake_.notify_one();
        thread_.join();
    }

    LatestWins(const LatestWins&) = delete;
    LatestWins& operator=(const LatestWins&) = delete;

    /// From any thread.
    void request(Request request) {
        {
            const std::lock_guard lock(mutex_);
            waiting_ = std::move(request);
        }
        wake_.notify_one();
    }

private:
    void run() {
        for (;;) {
            std::unique_lock lock(mutex_);
            wake_.wait(lock, [this] { return stop_ || waiting_; });
            if (stop_) return;
            const Request request = std::move(*waiting_);
            waiting_.reset();
            lock.unlock();
            try {
                post_(work_(request));
            } catch (...) { // costs its answer, never the program and what is unsaved in it
            }
        }
    }

    Work work_;
    Post post_;
    std::mutex mutex_;
    std::condition_variable wake_;
    std::optional<Request> waiting_;
    bool stop_ = false;
    std::thread thread_; // last: starts when everything above stands
};

} // namespace headlight
