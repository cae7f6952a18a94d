#pragma once

#include "base/LeavableThread.h"
#include "base/Watch.h"

#include <atomic>
#include <functional>
#include <memory>

namespace headlight {

/// Work on a thread of its own, which says how much of it is done and can be cancelled.
class WatchedThread : public LeavableThread {
public:
    using Work = std::function<void(const Watch&)>;

    explicit WatchedThread(const Work& work) : WatchedThread(work, std::make_shared<Shared>()) {}

    double done() const { return shared_->done; } ///< 0 to 1; below 0: not known
    void cancel() { shared_->isCancelled = true; }
    bool isCancelled() const { return shared_->isCancelled; }

private:
    struct Shared {
        std::atomic<double> done{-1};
        std::atomic<bool> isCancelled{false};
    };

    WatchedThread(const Work& work, const std::shared_ptr<Shared>& shared)
        : LeavableThread([work, shared] {
              work([&](double done) {
                  shared->done = done;
                  return !shared->isCancelled;
              });
          }),
          shared_(shared) {}

    std::shared_ptr<Shared> shared_;
};

} // namespace headlight
