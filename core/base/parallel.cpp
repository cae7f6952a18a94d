#include "base/parallel.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#include <sched.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <mutex>
#include <set>
#include <string>

#ifdef HEADLIGHT_TSAN // see CMakeLists.txt
#include <sanitizer/tsan_interface.h>
#define HANDS_OVER(what) __tsan_release(what)
#define TAKES_OVER(what) __tsan_acquire(what)
#else
#define HANDS_OVER(what)
#define TAKES_OVER(what)
#endif

namespace headlight {
namespace {

/// Hardware threads of one core share its arithmetic.
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

struct Arena {
    Arena(int count, double least)
        : threads(count),
          leastWork(least),
          limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(count)),
          arena(count) {}
    int threads;
    double leastWork;
    tbb::global_control limit; ///< which is the number of hardware threads otherwise
    tbb::task_arena arena;
};
using Shared = std::shared_ptr<Arena>;

/// How many parts this thread is in the middle of.
thread_local int depth = 0;
struct Deeper {
    Deeper() { ++depth; }
    ~Deeper() { --depth; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;
};

std::mutex& mutex() {
    static auto& one = *new std::mutex; // to the end: a thread that was left behind may still compute
    return one;
}
Shared& kept() {
    static auto& one = *new Shared(std::make_shared<Arena>(cores(), kLeastSharedWork));
    return one;
}
Shared arena() {
    const std::lock_guard lock(mutex());
    return kept();
}

} // namespace

int computingThreads() { return arena()->threads; }

void setComputingThreads(int count, double leastWork) {
    auto arena = std::make_shared<Arena>(count > 0 ? count : cores(), leastWork);
    const std::lock_guard lock(mutex());
    kept().swap(arena);
}

void inParallel(Index count, Index block, double work, const std::function<void(Index first, Index end)>& part) {
    const Index parts = (count + block - 1) / block;
    const auto call = [&](Index i) { part(i * block, std::min(count, (i + 1) * block)); };
    const Shared with = parts > 1 ? arena() : nullptr;
    if (!with || with->threads == 1 || work < with->leastWork) {
        for (Index i = 0; i < parts; ++i) call(i);
        return;
    }
    [[maybe_unused]] char ofAll = 0;
    HANDS_OVER(&ofAll);
    const auto share = [&](const tbb::blocked_range<Index>& range) {
        TAKES_OVER(&ofAll);
        const Deeper deeper;
        for (Index i = range.begin(); i < range.end(); ++i) call(i);
        HANDS_OVER(&ofAll);
    };
    const auto run = [&] { tbb::parallel_for(tbb::blocked_range<Index>(0, parts), share); };
    with->arena.execute([&] {
        if (depth == 0)
            run();
        else // a thread that waits in the middle of a part must not begin another one of those that are around
            tbb::this_task_arena::isolate(run);
    });
    TAKES_OVER(&ofAll);
}

} // namespace headlight
