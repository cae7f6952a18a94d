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

/// A background thread that runs `work(request)` on the latest request and passes the result to `post`. At most one
/// request waits; a newer one replaces it. A request that runs is finished, so that the picture follows a drag. `post`
/// is called on the background thread (the window queues the result to the GUI thread). If `work` or `post` throws, the
/// request has no answer.
template <class Request, class Answer>
class LatestWins {
public:
    using Post = std::function<void(Answer)>;
    using Work = std::function<Answer(const Request&, const Post&)>; ///< may post other answers before

    /// `work` must own what it uses, since it may run on after the destructor.
    LatestWins(Work work, Post post)
        : shared_(std::make_shared<Shared>(std::move(work), std::move(post))),
          thread_([shared = shared_] { shared->run(); }) {}

    /// Drops a request that waits. Waits at most kPatience for one that runs, then leaves its thread behind. Nothing is
    /// posted afterwards.
    ~LatestWins() {
        shared_->stop();
        if (patience_ > patience_.zero()) thread_.endsWithin(patience_);
    }
    /// Makes the destructor not wait for a request that runs.
    void setImpatient() { patience_ = {}; }

    LatestWins(const LatestWins&) = delete;
    LatestWins& operator=(const LatestWins&) = delete;

    /// Replaces the request that waits, if there is one. Called on any thread.
    void request(Request request) {
        {
            const std::lock_guard lock(shared_->mutex);
            shared_->waiting = std::move(request);
        }
        shared_->wake.notify_one();
    }

private:
    static constexpr std::chrono::milliseconds kPatience{200};

    struct Shared {
        Shared(Work w, Post p) : work(std::move(w)), post(std::move(p)) {}

        void run() {
            const Post postUnlessStopped = [this](Answer answer) {
                const std::lock_guard postLock(posting);
                if (mayPost) post(std::move(answer));
            };
            for (;;) {
                std::unique_lock lock(mutex);
                wake.wait(lock, [this] { return isStopped || waiting; });
                if (isStopped) return;
                const Request request = std::move(*waiting);
                waiting.reset();
                lock.unlock();
                try {
                    postUnlessStopped(work(request, postUnlessStopped));
                } catch (...) { // the program must go on: it may have unsaved work
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
        bool mayPost = true; ///< guarded by `posting`. False: the receiver of `post` may be destroyed
    };

    std::shared_ptr<Shared> shared_;
    std::chrono::milliseconds patience_ = kPatience;
    LeavableThread thread_; // declared last, because it uses shared_
};

} // namespace headlight
