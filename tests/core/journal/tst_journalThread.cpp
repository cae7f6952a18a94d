// Edits reach the disk by themselves, the newest state first, and only at intervals.
#include "core/journal/journalBench.h"
#include "journal/JournalThread.h"
#include "support/patience.h"

#include <QTest>

#include <atomic>
#include <mutex>

using namespace headlight;
using namespace headlight::testing;
using namespace std::chrono_literals;

namespace {

constexpr auto kForEver = 24h; ///< between two writings: after the first one none comes by itself

const auto& state = editedCell;

} // namespace

class JournalThreadTest : public QObject {
    Q_OBJECT

private slots:
    void init() { bench_.empty(); }

    void anEditIsOnTheDiskByItself() {
        JournalThread thread(folder(), {});
        thread.keep(1, state(1), note(1));
        QTRY_COMPARE(kept(), 1);
        QVERIFY(findUnsavedWork(folder()).works.empty()); // its program is running
    }

    /// However many edits come within an interval, the next writing is of the last one.
    void theNewestWins() {
        JournalThread thread(folder(), {}, kForEver);
        thread.keep(1, state(1), note(1));
        QTRY_COMPARE(kept(), 1);
        for (int i = 2; i < 50; ++i) thread.keep(1, state(i), note(i));
        QCOMPARE(kept(), 1); // the interval has not passed
        QVERIFY(thread.sync());
        QCOMPARE(kept(), 49);
    }

    void aPauseEnds() {
        JournalThread thread(folder(), {}, 1ms);
        for (int i = 1; i < 200; ++i) thread.keep(1, state(i), note(i));
        QTRY_COMPARE(kept(), 199);
    }

    void whatIsForgottenIsGone() {
        JournalThread thread(folder(), {});
        QVERIFY(thread.sync()); // nothing to do
        thread.keep(1, state(1), note(1));
        thread.forget(1);
        QVERIFY(thread.sync());
        QCOMPARE(kept(), 0);
        thread.keep(1, state(2), note(2));
        QVERIFY(thread.sync());
        QCOMPARE(kept(), 2);
        thread.forget(1);
        QVERIFY(thread.sync());
        QCOMPARE(kept(), 0);
    }

    void eachWorkHasAFolder() {
        JournalThread thread(folder(), {}, kForEver);
        thread.keep(1, state(1), note(1));
        thread.keep(2, state(2), note(2));
        thread.keep(2, state(3), note(3));
        QVERIFY(thread.sync());
        QCOMPARE(bench_.entries("state"), 2);
        thread.forget(2);
        QVERIFY(thread.sync());
        QCOMPARE(kept(), 1);
        thread.keep(3, state(3), note(3));
        QVERIFY(thread.sync());
        for (const int work : {1, 3}) thread.forget(work);
        thread.keep(4, state(4), note(4));
        QVERIFY(thread.sync());
        QCOMPARE(bench_.entries("state"), 1);
        QCOMPARE(kept(), 4);
    }

    /// The program ends without calling its end clean.
    void theEndWritesWhatWaits() {
        {
            JournalThread thread(folder(), {}, kForEver);
            thread.keep(1, state(1), note(1));
            QTRY_COMPARE(kept(), 1);
            thread.keep(1, state(2), note(2));
        }
        QCOMPARE(kept(), 2);
        QCOMPARE(findUnsavedWork(folder()).works.size(), std::size_t(1));
    }

    /// Saved work must not be offered after a crash, however late the next writing would be.
    void forgettingDoesNotWait() {
        JournalThread thread(folder(), {}, kForEver);
        for (const int work : {1, 2}) thread.keep(work, state(1), note(1));
        QVERIFY(thread.sync());
        thread.keep(1, state(2), note(2)); // waits
        thread.forget(1);
        thread.keep(2, state(2), note(2)); // waits
        QTRY_COMPARE(bench_.entries("state"), 1);
        QCOMPARE(kept(), 1);
        QVERIFY(thread.sync());
        QCOMPARE(kept(), 2);
    }

    /// The thread waits 20 times as long as a writing takes.
    void alargeSessionIsToldItsInterval() {
        std::atomic<long long> told = 0;
        JournalThread thread(folder(), {{}, [&](JournalThread::Milliseconds is) { told = is.count(); }}, 1ms);
        Session large = *withEmbeddingSize(sample(1), 1024);
        for (int keys = 256; told == 0 && keys <= 4096; keys *= 2) {
            large = *withValueSize(*withKeySize(large, 0, std::min(keys, 1024)), 0, std::min(keys, 1024));
            if (keys > 1024) large = *withHeadAdded(large, 0);
            thread.keep(1, {large, {}}, note(keys));
            QVERIFY(thread.sync(600s));
        }
        if (told == 0) QSKIP("this disk is too fast");
        QVERIFY2(told >= 2000, std::to_string(told).c_str());
        const auto first = told.load();
        thread.keep(1, {large, {}}, note(1));
        QVERIFY(thread.sync(600s));
        QVERIFY(told == first || told >= 2 * first); // no report for each writing
    }

    /// A problem is reported for each writing that fails, since the message may vanish with the next edit.
    void aProblemIsSaidAsLongAsItIsThere() {
        std::mutex mutex;
        QStringList said;
        JournalThread thread(folder(), {[&](const Problem& problem) {
                                 const std::lock_guard lock(mutex);
                                 said << QString::fromStdString(problem.text);
                             }});
        for (const int problems : {3, 6}) {
            fs::remove_all(folder());
            thread.forget(1);
            QVERIFY(thread.sync());
            put(folder(), "in the way");
            for (int i = 0; i < 3; ++i) {
                thread.keep(1, state(i), note(i));
                QVERIFY(!thread.sync());
            }
            const std::lock_guard lock(mutex);
            QCOMPARE(said.size(), problems);
            QVERIFY2(said.last().contains("Save the session"), qPrintable(said.last()));
            fs::remove(folder());
            thread.keep(1, state(4), note(4));
            QVERIFY(thread.sync());
            QCOMPARE(kept(), 4);
        }
    }

    /// A writing that failed is tried again: by itself, before a signal, and at the end. It is reported once.
    void whatFailedIsTriedAgain_data() {
        QTest::addColumn<int>("pause");
        QTest::addColumn<int>("way");
        QTest::newRow("by itself") << 1 << 0;
        QTest::newRow("before a signal ends it") << 3'600'000 << 1;
        QTest::newRow("at the end") << 3'600'000 << 2;
    }
    void whatFailedIsTriedAgain() {
        QFETCH(int, pause);
        QFETCH(int, way);
        put(folder(), "in the way");
        std::atomic<int> said = 0;
        auto thread = std::make_unique<JournalThread>(folder(), JournalThread::Reports{[&](const Problem&) { ++said; }},
                                                      std::chrono::milliseconds(pause));
        thread->keep(1, state(3), note(3));
        QTRY_COMPARE(said.load(), 1);
        fs::remove(folder());
        if (way == 0) QTRY_VERIFY(fs::exists(folder()));
        if (way == 2)
            thread.reset();
        else
            QVERIFY(thread->sync());
        QCOMPARE(kept(), 3);
        QCOMPARE(said.load(), 1);
    }

    /// Only a large session is reported, however long writing takes: a busy machine makes no session large.
    void onlyALargeSessionIsSaidToBeRare_data() {
        QTest::addColumn<int>("d");
        QTest::addColumn<int>("said");
        QTest::newRow("small") << 4 << 0;
        QTest::newRow("large") << 1024 << 1;
    }
    void onlyALargeSessionIsSaidToBeRare() {
        QFETCH(int, d);
        QFETCH(int, said);
        std::atomic<int> reports = 0;
        SessionFile file = state(1);
        file.session = *withKeySize(*withEmbeddingSize(file.session, d), 0, d);
        {
            JournalThread thread(folder(), {[](const Problem&) {}, [&](auto) { ++reports; }},
                                 std::chrono::seconds(3)); // as if writing took this long
            thread.keep(1, file, note(1));
            QVERIFY(thread.sync(std::chrono::milliseconds(testing::patience(30'000)))); // on a busy machine, too
        }
        QCOMPARE(reports.load(), said);
    }

    void whatIsLeftIsAnOrphan() {
        JournalThread thread(folder(), {});
        for (const int work : {1, 2}) thread.keep(work, state(work), note(work));
        thread.leave(1);
        thread.forget(2);
        QVERIFY(thread.sync());
        const FoundWork found = findUnsavedWork(folder());
        QCOMPARE(found.works.size(), std::size_t(1));
        QVERIFY(found.works[0].note == note(1));
        thread.forget(1);
        QVERIFY(thread.sync());
        QCOMPARE(bench_.entries("state"), 1);
    }

private:
    fs::path folder() const { return bench_.in("state"); }

    int kept() const { return keptIn(folder(), state); }

    FilesBench bench_;
};

QTEST_GUILESS_MAIN(JournalThreadTest)
#include "tst_journalThread.moc"
