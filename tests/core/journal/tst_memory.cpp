// When memory runs out while edits are backed up, the state on the disk stays, the problem is reported, and the next
// edit is kept.
#include "core/journal/journalBench.h"
#include "journal/JournalThread.h"
#include "support/icuMemory.h"
#include "support/memoryTests.h"

#include <mutex>

using namespace headlight;
using namespace headlight::testing;
using memory::Ends;
using memory::Refusals;

namespace {

SessionFile state(int i) {
    Session session = *withCell(sample(2), {Parameter::Wq, 0, 0}, 0, 0, static_cast<float>(i));
    if (i % 2 == 0) session = *withSentence(session, "a b d " + std::to_string(i));
    return {session, {}};
}

/// Gives an exception of write() as a Problem, as the JournalThread does.
Result<void> written(WorkFolder& work, int i, const SessionFile& file, const JournalNote& about) {
    try {
        return work.write(file, about);
    } catch (const std::bad_alloc&) {
        return Problem{"not enough memory for state " + std::to_string(i)};
    }
}

} // namespace

class JournalMemoryTest : public QObject {
    Q_OBJECT

private slots:
    void init() { bench_.empty(); }

    void writing_data() { waysToEnd(); }
    /// Writes the second state of a work folder with little memory, and then the third one.
    void writing() {
        QFETCH(Ends, how);
        const SessionFile states[] = {state(0), state(1), state(2), state(3)};
        const JournalNote notes[] = {note(0), note(1), note(2), note(3)};
        std::optional<WorkFolder> work;
        const auto write = [&] {
            memory::Pause pause;
            bench_.empty();
            work.emplace(folder() / "1.unsaved");
            if (!written(*work, 1, states[1], notes[1])) return Result<void>(Problem{"the first state"});
            pause.end();
            return written(*work, 2, states[2], notes[2]);
        };
        const auto isKept = [&](const Result<void>* done) -> std::string {
            if (const int is = kept(); is != 2 && (is != 1 || (done && done->ok()))) return "another state is there";
            if (!written(*work, 3, states[3], notes[3])) return "the next state is not kept";
            return kept() == 3 ? "" : "the next state is not there";
        };
        report("writing unsaved work", memory::everyRequestFails(write, isKept, how), 50);
    }

    void restoring_data() { waysToEnd(); }
    /// If memory runs out, restoring gives a Problem and can be tried again.
    void restoring() {
        QFETCH(Ends, how);
        leave();
        const FoundWork found = findUnsavedWork(folder());
        QCOMPARE(found.works.size(), std::size_t(1));
        const std::string right = sessionText(state(3));
        const auto isRight = [&](const Result<RestoredWork>* read) {
            return read && read->ok() && sessionText((**read).file) != right ? "another session" : "";
        };
        report("restoring unsaved work",
               memory::everyRequestFails([&] { return readUnsavedWork(found.works[0]); }, isRight, how), 100);
    }

    void looking_data() { waysToEnd(); }
    /// Work that could not be read for want of memory is neither removed nor taken for damaged.
    void looking() {
        QFETCH(Ends, how);
        leave();
        const auto look = [&]() -> Result<std::size_t> {
            try {
                const std::size_t found = findUnsavedWork(folder()).works.size();
                return found == 1 ? Result<std::size_t>(found) : Problem{"not enough memory"};
            } catch (const std::bad_alloc&) {
                return Problem{"not enough memory"};
            }
        };
        const auto isThere = [&](const Result<std::size_t>*) {
            const FoundWork found = findUnsavedWork(folder());
            return found.works.size() == 1 && found.unreadable.empty() ? "" : "it is not found again";
        };
        report("looking for unsaved work", memory::everyRequestFails(look, isThere, how), 20); // it reads no session
    }

    void onItsThread_data() { waysToEnd(); }
    /// No exception leaves the thread; the problem is reported, and the next edit is kept.
    void onItsThread() {
        QFETCH(Ends, how);
        std::mutex mutex;
        std::vector<std::string> said;
        const auto hear = [&](const Problem& problem) {
            const std::lock_guard lock(mutex);
            said.push_back(problem.text);
        };
        Refusals all;
        const int step = how == Ends::Once ? 2 : 9; // each step brings three states to the disk
        for (bool wasRefused = true; wasRefused; all.requests += step) {
            bench_.empty();
            said.clear();
            JournalThread thread(folder(), {hear}, std::chrono::hours(24)); // no second try while the test looks
            thread.keep(1, state(1), note(1));
            QVERIFY(thread.sync());
            memory::endsAt(all.requests, how, memory::Whose::Others);
            {
                memory::Pause pause; // grants the arguments
                const SessionFile next = state(2);
                const JournalNote about = note(2);
                pause.end();
                thread.keep(1, next, about);
            }
            const bool isWell = thread.sync();
            wasRefused = memory::isBack() > 0;
            const std::string where = "request " + std::to_string(all.requests + 1);
            QVERIFY2(isWell || wasRefused, where.c_str());
            QVERIFY2(kept() == 2 || (!isWell && kept() == 1), where.c_str());
            // If there was no memory for the report either, the next failure is reported.
            QVERIFY2(isWell || how == Ends::ForAll || (!said.empty() && std::ranges::all_of(said, &memory::isOfMemory)),
                     where.c_str());
            thread.keep(1, state(3), note(3));
            QVERIFY2(thread.sync() && kept() == 3, where.c_str());
            thread.forget(1);
            QVERIFY2(thread.sync() && kept() == 0, where.c_str());
            all.survived += isWell && wasRefused;
        }
        all.requests /= step;
        report("the journal's thread", all, 20);
    }

private:
    void leave() {
        WorkFolder work(folder() / "1.unsaved");
        for (int i = 1; i < 4; ++i) QVERIFY(work.write(state(i), note(i)).ok());
    }
    fs::path folder() const { return bench_.in("state"); }

    int kept() const { return keptIn(folder(), state); }

    FilesBench bench_;
};

QTEST_GUILESS_MAIN(JournalMemoryTest)
#include "tst_memory.moc"
