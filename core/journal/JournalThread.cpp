#include "journal/JournalThread.h"

#include <condition_variable>
#include <mutex>
#include <new>
#include <optional>
#include <utility>

namespace headlight {

struct JournalThread::Shared {
    using Clock = std::chrono::steady_clock;
    struct State {
        SessionFile file;
        JournalNote note;
    };

    void run();
    bool perform(const std::optional<State>& state);
    bool write(const State& state);
    void say(const Problem& problem);
    bool isDone() const { return done == asked; }

    std::filesystem::path folder;
    Problems problems;
    std::chrono::milliseconds pause{};

    std::mutex mutex;
    std::condition_variable wake, did;
    std::optional<State> waiting; ///< nothing, and something is asked for: forget
    std::uint64_t asked = 0, done = 0;
    bool wentWell = true, isUrgent = false, isEnding = false;
    std::mutex saying;
    bool maySay = true; ///< guarded by `saying`: whoever is told may be gone later

    // Of the thread alone:
    std::optional<JournalFile> journal;
    bool hasSaid = false;
};

void JournalThread::Shared::run() {
    std::unique_lock lock(mutex);
    for (;;) {
        wake.wait(lock, [this] { return isEnding || !isDone(); });
        if (isDone()) return;
        const auto state = std::exchange(waiting, std::nullopt);
        const std::uint64_t now = asked;
        lock.unlock();
        const auto began = Clock::now();
        const bool isWell = perform(state);
        lock.lock();
        done = now;
        wentWell = isWell;
        did.notify_all();
        if (state) wake.wait_until(lock, began + pause, [this] { return isEnding || isUrgent; });
    }
}

void JournalThread::Shared::say(const Problem& problem) {
    if (std::exchange(hasSaid, true) || !problems) return;
    const std::lock_guard lock(saying);
    if (maySay) problems(problem);
}

/// Nothing of what goes wrong here may end the program.
bool JournalThread::Shared::perform(const std::optional<State>& state) {
    try {
        if (state) return write(*state);
        if (journal) journal->remove();
        journal.reset(); // the next one has a name of its own
        return true;
    } catch (const std::bad_alloc&) {
        say({"There is not enough memory to keep what you edit safe from a crash. Save it, and close other programs."});
    }
    return false;
}

bool JournalThread::Shared::write(const State& state) {
    if (!journal) {
        auto made = JournalFile::create(folder);
        if (!made) return say(made.problem()), false;
        journal.emplace(std::move(*made));
    }
    if (const auto written = journal->append(state.file, state.note); !written) return say(written.problem()), false;
    hasSaid = false;
    return true;
}

JournalThread::JournalThread(std::filesystem::path folder, Problems problems, std::chrono::milliseconds pause)
    : shared_(std::make_shared<Shared>()) {
    shared_->folder = std::move(folder);
    shared_->problems = std::move(problems);
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
    const std::lock_guard lock(shared_->saying);
    shared_->maySay = false;
}

void JournalThread::keep(SessionFile file, JournalNote note) {
    std::optional<Shared::State> state{{std::move(file), std::move(note)}};
    {
        const std::lock_guard lock(shared_->mutex);
        std::swap(shared_->waiting, state); // the one before goes outside of the lock
        ++shared_->asked;
    }
    shared_->wake.notify_all();
}

void JournalThread::forget() {
    std::optional<Shared::State> state;
    {
        const std::lock_guard lock(shared_->mutex);
        std::swap(shared_->waiting, state);
        ++shared_->asked;
    }
    shared_->wake.notify_all();
}

bool JournalThread::sync(std::chrono::milliseconds patience) {
    std::unique_lock lock(shared_->mutex);
    shared_->isUrgent = true;
    shared_->wake.notify_all();
    const bool isDone = shared_->did.wait_for(lock, patience, [this] { return shared_->isDone(); });
    shared_->isUrgent = false;
    return isDone && shared_->wentWell;
}

} // namespace headlight
