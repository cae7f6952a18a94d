#pragma once

#include "base/LeavableThread.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
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

    /// `work` must own what it uses: see the destructor.
    LatestWins(Work work, Post post)
        : shared_(std::make_shared<Shared>(std::move(work), std::move(post))),
          thread_([shared = shared_] { shared->run(); }) {}

    /// A request that waits is dropped. One that runs is waited for so long, then it is left behind to end by itself;
    /// either way nothing is posted any more.
    static constexpr std::chrono::milliseconds kFarewell{200};
    ~LatestWins() {
        shared_->stop();
        if (patience_ > patience_.zero()) thread_.endsWithin(patience_);
    }
    /// From now on nobody is waited for: a request that runs is left behind at once.
    void waitForNobody() { patience_ = {}; }

    LatestWins(const LatestWins&) = delete;
    LatestWins& operator=(const LatestWins&) = delete;

    /// From any thread.
    void request(Request request) {
        {
            const std::lock_guard lock(shared_->mutex);
            shared_->waiting = std::move(request);
        }
        shared_->wake.notify_one();
    }

private:
    struct Shared {
        Shared(Work w, Post p) : work(std::move(w)), post(std::move(p)) {}

        void run() {
            for (;;) {
                std::unique_lock lock(mutex);
                wake.wait(lock, [this] { return isStopped || waiting; });
                if (isStopped) return;
                const Request request = std::move(*waiting);
                waiting.reset();
                lock.unlock();
                try {
                    Answer answer = work(request);
                    const std::lock_guard postLock(posting);
                    if (mayPost) post(std::move(answer));
                } catch (...) { // costs its answer, never the program and what is unsaved in it
                }
            }
        }

        void stop() {
            {
                const std::lock_guard lock(posting);
                mayPost = false;
            }
            const std::lock_guard lock(mutex);
            isStopped = true;
            wake.notify_one();
        }

        Work work;
        Post post;
        std::mutex mutex, posting;
        std::condition_variable wake;
        std::optional<Request> waiting;
        bool isStopped = false;
        bool mayPost = true; ///< guarded by `posting`: what post() hands to may be gone afterwards
    };

    std::shared_ptr<Shared> shared_;
    std::chrono::milliseconds patience_ = kFarewell;
    LeavableThread thread_; // last: starts when everything above stands
};

} // namespace headlight
