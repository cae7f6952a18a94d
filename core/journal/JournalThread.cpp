#include "journal/JournalThread.h"

#include "base/tooLittleMemory.h"

#include <condition_variable>
#include <map>
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
        JournalFile::Opened opened;
    };

    using Wishes = std::map<int, std::optional<State>>; ///< of each work; nothing: forget it

    void run();
    bool perform(const Wishes& wishes, bool all);
    bool write(int work, const State& state);
    void say(const Problem& problem);
    void ask(const std::function<void(Wishes&)>& change);
    bool isDone() const { return done == asked; }

    std::filesystem::path folder;
    Problems problems;
    std::chrono::milliseconds pause{};

    std::mutex mutex;
    std::condition_variable wake, did;
    Wishes waiting;
    bool forgetsAll = false; ///< before what waits
    std::uint64_t asked = 0, done = 0;
    bool wentWell = true, isUrgent = false, isEnding = false;
    std::mutex saying;
    bool maySay = true; ///< guarded by `saying`: whoever is told may be gone later

    std::map<int, JournalFile> journals; ///< of the thread alone
};

void JournalThread::Shared::run() {
    std::unique_lock lock(mutex);
    for (;;) {
        wake.wait(lock, [this] { return isEnding || !isDone(); });
        if (isDone()) return;
        const Wishes wishes = std::exchange(waiting, {});
        const bool all = std::exchange(forgetsAll, false);
        const std::uint64_t now = asked;
        lock.unlock();
        const auto began = Clock::now();
        const bool isWell = perform(wishes, all);
        lock.lock();
        done = now;
        wentWell = isWell;
        did.notify_all();
        if (!wishes.empty()) wake.wait_until(lock, began + pause, [this] { return isEnding || isUrgent; });
    }
}

void JournalThread::Shared::say(const Problem& problem) {
    const std::lock_guard lock(saying);
    try {
        if (maySay && problems) problems(problem);
    } catch (const std::bad_alloc&) { // there is none even for telling: the next time
    }
}

bool JournalThread::Shared::perform(const Wishes& wishes, bool all) {
    bool isWell = true;
    if (all)
        for (auto& [work, journal] : journals) journal.remove();
    if (all) journals.clear();
    for (const auto& [work, state] : wishes) {
        if (state) {
            isWell = write(work, *state) && isWell;
        } else if (const auto journal = journals.find(work); journal != journals.end()) {
            journal->second.remove();
            journals.erase(journal); // the next one has a name of its own
        }
    }
    return isWell;
}

/// Nothing of what goes wrong here may end the program: all that throws is within.
bool JournalThread::Shared::write(int work, const State& state) {
    try {
        auto journal = journals.find(work);
        if (journal == journals.end()) {
            auto made = JournalFile::create(folder);
            if (!made) return say(made.problem()), false;
            journal = journals.emplace(work, std::move(*made)).first;
        }
        if (const auto written = journal->second.append(state.file, state.note, state.opened); !written)
            return say(written.problem()), false;
        return true;
    } catch (const std::bad_alloc&) {
        say(tooLittleMemory(
            "There is not enough memory to keep what you edit safe from a crash. Save it, and close other programs."));
        return false;
    }
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

/// What it takes away goes outside of the lock.
void JournalThread::Shared::ask(const std::function<void(Wishes&)>& change) {
    Wishes wishes;
    {
        const std::lock_guard lock(mutex);
        wishes = waiting;
        change(waiting);
        ++asked;
    }
    wake.notify_all();
}

void JournalThread::keep(int work, SessionFile file, JournalNote note, JournalFile::Opened opened) {
    shared_->ask([&](auto& waiting) {
        waiting.insert_or_assign(work, Shared::State{std::move(file), std::move(note), std::move(opened)});
    });
}

void JournalThread::forget(int work) {
    shared_->ask([&](auto& waiting) { waiting.insert_or_assign(work, std::nullopt); });
}

void JournalThread::forgetAll() {
    shared_->ask([this](auto& waiting) {
        waiting.clear();
        shared_->forgetsAll = true;
    });
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
