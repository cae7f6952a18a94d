#include "base/LeavableThread.h"

#include <condition_variable>
#include <exception>
#include <list>
#include <mutex>
#include <utility>
#include <vector>

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

/// Joined when somebody asks and they have ended: until then they may still be taking down what is theirs.
struct LeftBehind {
    std::mutex mutex;
    std::list<std::pair<std::thread, std::function<bool()>>> threads; ///< each with whether it has ended
};

LeftBehind& leftBehind() {
    static auto* const all = new LeftBehind; // never destroyed: a thread that still runs could not be
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
    threadsLeftBehind(); // joins those that have ended: they do not pile up
    LeftBehind& all = leftBehind();
    const std::lock_guard lock(all.mutex);
    all.threads.emplace_back(std::move(thread_), [end = end_] { return end->isReachedWithin({}); });
}

bool LeavableThread::endsWithin(std::chrono::milliseconds patience) const { return end_->isReachedWithin(patience); }

bool threadsCanBeMade(int count) {
    std::mutex mutex;
    std::condition_variable changed;
    bool mayEnd = false;
    std::vector<std::thread> threads;
    bool areMade = true;
    try {
        threads.reserve(static_cast<std::size_t>(count));
        for (int made = 0; made < count; ++made)
            threads.emplace_back([&] { // all of them at a time
                std::unique_lock lock(mutex);
                changed.wait(lock, [&] { return mayEnd; });
            });
    } catch (const std::exception&) { // too many, or no memory for one
        areMade = false;
    }
    {
        const std::lock_guard lock(mutex);
        mayEnd = true;
    }
    changed.notify_all();
    for (std::thread& thread : threads) thread.join();
    return areMade;
}

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
