#include "base/parallel.h"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <fstream>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace headlight {
namespace {

/// Returns the number of cores that this process may use. Hardware threads of one core share its arithmetic.
int cores() {
    cpu_set_t mine;
    CPU_ZERO(&mine);
    if (sched_getaffinity(0, sizeof mine, &mine) != 0) return 1;
    std::set<std::string> cores;
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
        if (!CPU_ISSET(cpu, &mine)) continue;
        std::string threads = "cpu " + std::to_string(cpu);
        std::ifstream("/sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/topology/thread_siblings_list") >>
            threads;
        cores.insert(threads);
    }
    return std::max(1, static_cast<int>(cores.size()));
}

/// One call of inParallel(), on the stack of its thread.
struct Job {
    const std::function<void(Index)>& part;
    Index parts;
    std::atomic<Index> next = 0;
    // Guarded by the pool's mutex.
    int helpers = 0; ///< threads of the pool that work at it
    std::exception_ptr failure{};
    Job* below = nullptr; ///< the next job of the list, which came before
};

/// Threads that sleep until there is a job. The thread that brings one works at it, too, and at nothing else meanwhile.
class Pool {
public:
    Pool(int count, double min) : threads(count), minWork(min) {}
    ~Pool() {
        {
            const std::lock_guard lock(mutex_);
            ends_ = true;
        }
        wakes_.notify_all();
        for (std::thread& worker : workers_) worker.join();
    }
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;

    void run(Job& job) {
        {
            const std::lock_guard lock(mutex_);
            startThreads();
            job.below = std::exchange(jobs_, &job);
        }
        wakes_.notify_all();
        work(job);
        std::unique_lock lock(mutex_);
        for (Job** at = &jobs_; *at; at = &(*at)->below)
            if (*at == &job) {
                *at = job.below;
                break;
            }
        left_.wait(lock, [&] { return job.helpers == 0; });
        if (job.failure) std::rethrow_exception(job.failure);
    }

    const int threads;
    const double minWork;

private:
    /// Starts the threads when there is work for the first time; fewer, if the system has no more threads.
    void startThreads() {
        if (areStarted_) return;
        areStarted_ = true;
        try {
            for (int i = 1; i < threads; ++i) workers_.emplace_back([this] { serve(); });
        } catch (const std::exception&) {}
    }
    void serve() {
        std::unique_lock lock(mutex_);
        for (;;) {
            Job* job = nullptr;
            wakes_.wait(lock, [&] { return ends_ || (job = open()); });
            if (!job) return;
            ++job->helpers;
            lock.unlock();
            work(*job);
            lock.lock();
            if (--job->helpers == 0) left_.notify_all();
        }
    }
    /// Returns the latest job with parts to do, since older jobs may wait for it; null if there is none.
    Job* open() const {
        Job* job = jobs_;
        while (job && job->next >= job->parts) job = job->below;
        return job;
    }
    void work(Job& job) {
        try {
            for (Index i = job.next++; i < job.parts; i = job.next++) job.part(i);
        } catch (...) {
            job.next = job.parts;
            const std::lock_guard lock(mutex_);
            job.failure = std::current_exception();
        }
    }

    std::mutex mutex_;
    std::condition_variable wakes_, left_;
    std::vector<std::thread> workers_;
    Job* jobs_ = nullptr;
    bool areStarted_ = false, ends_ = false;
};

std::mutex& mutex() {
    static auto& one = *new std::mutex; // never destroyed: a thread that was left behind may still compute
    return one;
}
std::shared_ptr<Pool>& kept() {
    static auto& one = *new std::shared_ptr<Pool>(std::make_shared<Pool>(cores(), kMinSharedWork));
    return one;
}
std::shared_ptr<Pool> pool() {
    const std::lock_guard lock(mutex());
    return kept();
}

} // namespace

int computingThreads() { return pool()->threads; }

void setComputingThreads(int count, double minWork) {
    auto pool = std::make_shared<Pool>(count > 0 ? count : cores(), minWork);
    const std::lock_guard lock(mutex());
    kept().swap(pool);
}

void inParallel(Index count, Index block, double work, const std::function<void(Index first, Index end)>& part) {
    const Index parts = (count + block - 1) / block;
    const auto call = [&](Index i) { part(i * block, std::min(count, (i + 1) * block)); };
    const std::shared_ptr<Pool> with = parts > 1 ? pool() : nullptr;
    if (!with || with->threads == 1 || work < with->minWork) {
        for (Index i = 0; i < parts; ++i) call(i);
        return;
    }
    const std::function<void(Index)> one = call;
    Job job{one, parts};
    with->run(job);
}

} // namespace headlight
