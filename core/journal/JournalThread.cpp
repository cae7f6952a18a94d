#include "journal/JournalThread.h"

#include "base/tooLittleMemory.h"
#include "io/fileSize.h"

#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <new>
#include <utility>

namespace headlight {
namespace {

using Clock = std::chrono::steady_clock;

std::string nameOfThisProgram() {
    return std::to_string(std::chrono::system_clock::now().time_since_epoch().count()) + "-" +
           std::to_string(::getpid());
}

} // namespace

struct JournalThread::Shared {
    struct State {
        SessionFile file;
        JournalNote note;
        std::optional<Session> opened;
    };
    /// The steps that are to be done for one work, in this order.
    struct Task {
        bool forgets = false;
        std::optional<State> state;
        bool leaves = false;
        bool isRetry = false; ///< true if its problem was reported
    };
    using Tasks = std::map<int, Task>;

    void run();
    Tasks taken(bool all);
    void perform(Tasks& now);
    void forget(int work);
    bool write(int work, const Task& task);
    void waitFor(Tasks& notWritten);
    std::filesystem::path folderOf(int work) const { return folder / (name + "-" + std::to_string(work) + ".unsaved"); }
    void report(const std::function<void()>& report);
    void ask(int work, const std::function<void(Task&)>& change);

    std::filesystem::path folder;
    std::string name = nameOfThisProgram(); ///< the beginning of the folders' names
    Reports reports;
    Milliseconds pause{};

    std::mutex mutex;
    std::condition_variable wake, did;
    Tasks tasks;
    Clock::time_point due{}; ///< the time from which states may be written
    std::uint64_t asked = 0, done = 0;
    bool wentWell = true, isUrgent = false, isEnding = false;
    std::mutex reporting;
    bool mayReport = true; ///< guarded by `reporting`; false when the receiver may be gone

    // Members that only the thread uses:
    std::map<int, WorkFolder> works;
    Milliseconds interval{2000}; ///< the next interval that is reported
};

/// Takes all tasks, or those that forget, which do not wait for their time. Called under the lock.
JournalThread::Shared::Tasks JournalThread::Shared::taken(bool all) {
    if (all) return std::exchange(tasks, {});
    Tasks now;
    for (auto task = tasks.begin(); task != tasks.end();)
        if (const auto at = task++; at->second.forgets) now.insert(tasks.extract(at));
    return now;
}

/// Puts tasks back that were not written, unless something newer was asked for. Called under the lock.
void JournalThread::Shared::waitFor(Tasks& notWritten) {
    for (auto& [work, task] : notWritten) {
        const auto newer = tasks.find(work);
        if (newer == tasks.end() || newer->second.forgets || newer->second.state) continue;
        task.leaves = task.leaves || newer->second.leaves;
        std::swap(task, newer->second);
    }
    tasks.merge(notWritten);
}

void JournalThread::Shared::run() {
    constexpr int kPausesToTheNextTry = 10, kTimesTheWriting = 20;
    std::unique_lock lock(mutex);
    for (;;) {
        const bool isAll = isEnding || isUrgent || Clock::now() >= due;
        Tasks now = taken(isAll);
        if (now.empty()) {
            if (isAll) {
                done = asked;
                wentWell = true;
                isUrgent = false;
                did.notify_all();
            }
            if (isEnding) return;
            if (tasks.empty())
                wake.wait(lock);
            else
                wake.wait_until(lock, due);
            continue;
        }
        const std::uint64_t upTo = asked;
        lock.unlock();
        const bool hasLarge = std::ranges::any_of(
            now, [](const auto& one) { return one.second.state && isLarge(one.second.state->file.session); });
        const auto began = Clock::now();
        perform(now); // `now` keeps tasks that could not be written
        const auto took = Clock::now() - began;
        lock.lock();
        if (!isAll) continue;
        wentWell = now.empty();
        const auto wait = std::max<Clock::duration>(pause, kTimesTheWriting * took);
        due = wentWell ? began + wait : Clock::now() + std::max<Clock::duration>(wait, kPausesToTheNextTry * pause);
        waitFor(now);
        done = upTo;
        if (isEnding && asked == upTo) return;
        isUrgent = isUrgent && asked > upTo;
        did.notify_all();
        if (const auto is = std::chrono::duration_cast<Milliseconds>(wait); hasLarge && is >= interval) {
            interval = 2 * is;
            lock.unlock();
            report([&] {
                if (reports.interval) reports.interval(is);
            });
            lock.lock();
        }
    }
}

void JournalThread::Shared::report(const std::function<void()>& tell) {
    const std::lock_guard lock(reporting);
    try {
        if (mayReport) tell();
    } catch (const std::bad_alloc&) { // no memory even for this; the next report may succeed
    }
}

void JournalThread::Shared::perform(Tasks& now) {
    for (auto& [work, task] : now) {
        if (std::exchange(task.forgets, false)) forget(work);
        if (task.state && write(work, task)) task.state.reset();
        if (task.state)
            task.isRetry = true;
        else if (task.leaves)
            works.erase(work);
    }
    std::erase_if(now, [](const auto& one) { return !one.second.state; });
}

void JournalThread::Shared::forget(int work) {
    const auto at = works.find(work);
    if (at == works.end()) return;
    at->second.remove();
    works.erase(at);
}

/// Writes a state. Exceptions become Problems, because on this thread they would end the program.
bool JournalThread::Shared::write(int work, const Task& task) {
    Problem problem;
    try {
        const auto at = works.try_emplace(work, folderOf(work)).first;
        const auto written = at->second.write(task.state->file, task.state->note, task.state->opened);
        if (written) return true;
        problem = written.problem();
    } catch (const std::bad_alloc&) {
        problem = tooLittleMemory(
            "There is not enough memory to back up unsaved work. Save the session, and close other programs.");
    } catch (const std::exception& error) {
        problem = {std::string("Unsaved work could not be backed up: ") + error.what() + ". Save the session."};
    }
    if (!task.isRetry) report([&] { reports.problem(problem); });
    return false;
}

JournalThread::JournalThread(std::filesystem::path folder, Reports reports, Milliseconds pause)
    : shared_(std::make_shared<Shared>()) {
    shared_->folder = std::move(folder);
    shared_->reports = std::move(reports);
    shared_->pause = pause;
    thread_ = std::make_unique<LeavableThread>([shared = shared_] { shared->run(); });
}

JournalThread::~JournalThread() {
    {
        const std::lock_guard lock(shared_->mutex);
        shared_->isEnding = true;
    }
    shared_->wake.notify_all();
    thread_->endsWithin(kFarewell);
    const std::lock_guard lock(shared_->reporting);
    shared_->mayReport = false;
}

/// Changes the task of a work. The state before is destroyed outside of the lock.
void JournalThread::Shared::ask(int work, const std::function<void(Task&)>& change) {
    Task before;
    {
        const std::lock_guard lock(mutex);
        before = tasks[work];
        change(tasks[work]);
        ++asked;
    }
    wake.notify_all();
}

void JournalThread::keep(int work, SessionFile file, JournalNote note, std::optional<Session> opened) {
    shared_->ask(work, [&](auto& task) {
        task.state = Shared::State{std::move(file), std::move(note), std::move(opened)};
        task.isRetry = false;
    });
}

void JournalThread::forget(int work) {
    shared_->ask(work, [](auto& task) { task = {.forgets = true, .state = {}}; });
}

void JournalThread::leave(int work) {
    shared_->ask(work, [](auto& task) { task.leaves = true; });
}

bool JournalThread::isLarge(const Session& session) {
    constexpr double kBytes = 4 << 20; // fewer are written in a moment, unless the machine is busy
    return bytesInFile(session) >= kBytes;
}

bool JournalThread::sync(Milliseconds patience) {
    std::unique_lock lock(shared_->mutex);
    shared_->isUrgent = true;
    const std::uint64_t wanted = ++shared_->asked;
    shared_->wake.notify_all();
    const bool isDone = shared_->did.wait_for(lock, patience, [&] { return shared_->done >= wanted; });
    return isDone && shared_->wentWell;
}

std::filesystem::path JournalThread::folderOf(int work) const { return shared_->folderOf(work); }

} // namespace headlight
