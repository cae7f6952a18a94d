#include "journal/JournalThread.h"

#include "base/tooLittleMemory.h"

#include <condition_variable>
#include <iterator>
#include <map>
#include <mutex>
#include <new>
#include <optional>
#include <set>
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

    /// What is to be done in one go.
    struct Round {
        bool forgetsAll = false; ///< before the wishes
        Wishes wishes;
        std::set<int> left; ///< behind them
        Wishes older;       ///< which nobody needs any more
        bool isSilent = false;
    };

    void run();
    Round nextRound();
    bool perform(Round round);
    bool write(int work, const State& state, bool isSilent);
    void say(const Problem& problem);
    void ask(const std::function<void(Wishes&)>& change);
    bool isDone() const { return done == asked; }
    /// Under the lock: what could not be written is tried again before long.
    void askAgain() { asked += !wentWell; }

    std::filesystem::path folder;
    Problems problems;
    std::chrono::milliseconds pause{};

    std::mutex mutex;
    std::condition_variable wake, did;
    Wishes waiting;
    std::set<int> leaving;
    bool forgetsAll = false; ///< before what waits
    std::uint64_t asked = 0, done = 0;
    bool wentWell = true, isUrgent = false, isEnding = false;
    std::mutex saying;
    bool maySay = true; ///< guarded by `saying`: whoever is told may be gone later

    // Of the thread alone:
    std::map<int, JournalFile> journals;
    Wishes failed; ///< what could not be written the last time
};

/// Of what failed the last time, that nobody has said anything newer of.
JournalThread::Shared::Round JournalThread::Shared::nextRound() {
    Round round{std::exchange(forgetsAll, false), std::exchange(waiting, {}), std::exchange(leaving, {}), {}, false};
    round.isSilent = round.wishes.empty();
    if (!round.forgetsAll) round.wishes.merge(failed);
    round.older = std::exchange(failed, {});
    return round;
}

void JournalThread::Shared::run() {
    constexpr int kPausesToTheNextTry = 10;
    std::unique_lock lock(mutex);
    for (;;) {
        const auto isWanted = [this] { return isEnding || !isDone(); };
        if (failed.empty())
            wake.wait(lock, isWanted);
        else
            wake.wait_for(lock, kPausesToTheNextTry * pause, isWanted);
        if (isEnding && isDone()) return;
        Round round = nextRound();
        const std::uint64_t now = asked;
        const bool isWriting = !round.wishes.empty();
        lock.unlock();
        const auto began = Clock::now();
        const bool isWell = perform(std::move(round));
        lock.lock();
        done = now;
        wentWell = isWell;
        did.notify_all();
        if (isWriting) wake.wait_until(lock, began + pause, [this] { return isEnding || isUrgent; });
    }
}

void JournalThread::Shared::say(const Problem& problem) {
    const std::lock_guard lock(saying);
    try {
        if (maySay && problems) problems(problem);
    } catch (const std::bad_alloc&) { // there is none even for telling: the next time
    }
}

/// What the round holds goes here, outside of the lock.
bool JournalThread::Shared::perform(Round round) {
    const auto forget = [this](auto journal) {
        journal->second.remove();
        return journals.erase(journal); // the next one has a name of its own
    };
    for (auto each = journals.begin(); round.forgetsAll && each != journals.end();)
        each = round.left.contains(each->first) ? std::next(each) : forget(each);
    for (auto wish = round.wishes.begin(); wish != round.wishes.end();) {
        const auto& [work, state] = *wish;
        const auto at = wish++;
        if (state) {
            if (!write(work, *state, round.isSilent)) failed.insert(round.wishes.extract(at));
        } else if (const auto journal = journals.find(work); journal != journals.end()) {
            forget(journal);
        }
    }
    for (const int work : round.left) journals.erase(work);
    return failed.empty();
}

/// Nothing of what goes wrong here may end the program: all that throws is within.
bool JournalThread::Shared::write(int work, const State& state, bool isSilent) {
    const auto fails = [&](const Problem& problem) {
        if (!isSilent) say(problem);
        return false;
    };
    try {
        auto journal = journals.find(work);
        if (journal == journals.end()) {
            auto made = JournalFile::create(folder);
            if (!made) return fails(made.problem());
            journal = journals.emplace(work, std::move(*made)).first;
        }
        const auto written = journal->second.append(state.file, state.note, state.opened);
        return written.ok() || fails(written.problem());
    } catch (const std::bad_alloc&) {
        return fails(tooLittleMemory(
            "There is not enough memory to back up unsaved work. Save the session, and close other programs."));
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
        shared_->askAgain();
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

void JournalThread::leave(int work) {
    shared_->ask([&](auto&) { shared_->leaving.insert(work); });
}

void JournalThread::forgetAll() {
    shared_->ask([this](auto& waiting) {
        std::erase_if(waiting, [this](const auto& wish) { return !shared_->leaving.contains(wish.first); });
        shared_->forgetsAll = true;
    });
}

bool JournalThread::sync(std::chrono::milliseconds patience) {
    std::unique_lock lock(shared_->mutex);
    shared_->isUrgent = true;
    shared_->askAgain();
    shared_->wake.notify_all();
    const bool isDone = shared_->did.wait_for(lock, patience, [this] { return shared_->isDone(); });
    shared_->isUrgent = false;
    return isDone && shared_->wentWell;
}

} // namespace headlight
