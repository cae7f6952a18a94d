#include "base/LeavableThread.h"

#include <condition_variable>
#include <list>
#include <mutex>
#include <utility>

namespace headlight {

struct LeavableThread::End {
    std::mutex mutex;
    std::condition_variable reached;
    bool isReached = false;

    bool isReachedWithin(std::chrono::milliseconds patience) {
        std::unique_lock lock(mutex);
        return reached.wait_for(lock, patience, [this] { return isReached; });
    }
    void reach() {
        const std::lock_guard lock(mutex);
        isReached = true;
        reached.notify_all();
    }
};

namespace {

/// Threads that are still to be joined. After its work, a thread may still be destroying objects.
struct LeftBehind {
    std::mutex mutex;
    std::list<std::pair<std::thread, std::function<bool()>>> threads; ///< each with a test: has its work ended?
};

LeftBehind& leftBehind() {
    static auto* const all = new LeftBehind; // never destroyed: a running std::thread must not be
    return *all;
}

} // namespace

LeavableThread::LeavableThread(std::function<void()> work)
    : end_(std::make_shared<End>()), thread_([end = end_, work = std::move(work)]() mutable {
          work();
          work = nullptr;
          end->reach();
      }) {}

LeavableThread::~LeavableThread() {
    if (!thread_.joinable()) return;
    if (endsWithin({})) {
        thread_.join();
        return;
    }
    threadsLeftBehind(); // joins those that have ended, so that the list stays short
    LeftBehind& all = leftBehind();
    const std::lock_guard lock(all.mutex);
    all.threads.emplace_back(std::move(thread_), [end = end_] { return end->isReachedWithin({}); });
}

bool LeavableThread::endsWithin(std::chrono::milliseconds patience) const { return end_->isReachedWithin(patience); }

int threadsLeftBehind() {
    LeftBehind& all = leftBehind();
    const std::lock_guard lock(all.mutex);
    std::erase_if(all.threads, [](auto& left) {
        if (!left.second()) return false;
        left.first.join();
        return true;
    });
    return static_cast<int>(all.threads.size());
}

} // namespace headlight
