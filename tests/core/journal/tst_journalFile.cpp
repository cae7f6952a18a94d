// A journal on the disk: held, taken over, begun anew, with calls that fail and programs that are killed.
#include "core/journal/journalBench.h"
#include "journal/JournalFile.h"
#include "session/drawNumbers.h"

#include <QTest>

#include <sys/wait.h>

#include <csignal>
#include <random>

using namespace headlight;
using namespace headlight::testing;

namespace {

const auto& state = editedCell;

int stateOf(const JournalContent& content) { return headlight::testing::stateOf(content, state); }

struct Failure {
    std::function<void(FileCalls&)> breaks;
};

} // namespace

class JournalFileTest : public QObject {
    Q_OBJECT

private slots:
    void init() { bench_.empty(); }

    void whatIsHeldIsNoOrphan() {
        auto journal = std::make_unique<JournalFile>(*JournalFile::create(folder()));
        QCOMPARE(bench_.entries("state"), 0); // not before there is something to keep
        for (int i = 0; i < 3; ++i) QVERIFY(journal->append(state(i), note(i)).ok());
        QVERIFY(orphanedJournals(folder()).empty());
        journal.reset(); // as when its program is killed
        {
            auto orphans = orphanedJournals(folder());
            QCOMPARE(orphans.size(), std::size_t(1));
            QVERIFY(orphans[0].note == note(2) && !orphans[0].isTorn);
            QCOMPARE(stateOf(*readJournal(orphans[0])), 2);
            QVERIFY(orphanedJournals(folder()).empty()); // this one holds it now
        }
        auto orphans = orphanedJournals(folder()); // kept for later
        QCOMPARE(orphans.size(), std::size_t(1));
        removeJournal(std::move(orphans[0]));
        QCOMPARE(bench_.entries("state"), 0);
    }

    void aCleanEndLeavesNothing() {
        auto journal = *JournalFile::create(folder());
        QVERIFY(journal.append(state(1), note(1)).ok());
        const auto rights = fs::status(journal.path()).permissions();
        QVERIFY((rights & (fs::perms::group_all | fs::perms::others_all)) == fs::perms::none);
        journal.remove();
        QCOMPARE(bench_.entries("state"), 0);
        QVERIFY(journal.append(state(2), note(2)).ok()); // and is there again with the next edit
        QCOMPARE(bench_.entries("state"), 1);
    }

    void oneThatIsDeletedBeginsAnew() {
        auto journal = *JournalFile::create(folder());
        QVERIFY(journal.append(state(1), note(1)).ok());
        fs::remove(journal.path());
        QVERIFY(journal.append(state(2), note(2)).ok());
        QCOMPARE(stateOf(*parseJournal(contents(journal.path()))), 2);
        fs::remove_all(folder()); // and its folder with it
        QVERIFY(journal.append(state(3), note(3)).ok());
        QCOMPARE(stateOf(*parseJournal(contents(journal.path()))), 3);
    }

    void theNewestComesFirst() {
        for (const int i : {1, 3, 2}) QVERIFY(JournalFile::create(folder())->append(state(i), note(i)).ok());
        std::vector<int> found;
        for (const auto& orphan : orphanedJournals(folder())) found.push_back(static_cast<int>(orphan.note.edits));
        QCOMPARE(found, (std::vector{3, 2, 1}));
    }

    /// Not for ever longer: what nobody needs any more goes.
    void aLongOneBeginsAnew() {
        Session session = *withEmbeddingSize(sample(1), 1000);
        auto journal = *JournalFile::create(folder());
        std::uintmax_t first = 0, longest = 0;
        for (int i = 0; i < 120; ++i) {
            session = *withDrawn(
                session, {DrawRequest::Which::Layer, {}, false, Initialiser::Rand, static_cast<std::uint64_t>(i)});
            QVERIFY(journal.append({session, {}}, note(i), sample(1)).ok());
            const auto size = fs::file_size(journal.path());
            if (i == 0) first = size;
            longest = std::max(longest, size);
        }
        QVERIFY(longest > (1 << 20)); // it was one
        QVERIFY(longest < std::max<std::uintmax_t>(1 << 20, 4 * first) + 2 * first);
        QCOMPARE(bench_.entries("state"), 1);
        const auto content = parseJournal(contents(journal.path()));
        QVERIFY(content.ok() && sessionText(content->file) == sessionText({session, {}}));
        QCOMPARE(sessionText({content->opened, {}}), sessionText({sample(1), {}})); // as always
    }

    void whatFailsKeepsTheLastState_data() {
        QTest::addColumn<Failure>("failure");
        QTest::addColumn<bool>("isBeginning");
        const auto row = [](const char* name, std::function<void(FileCalls&)> breaks) {
            for (const bool isBeginning : {true, false})
                QTest::addRow("%s, %s", name, isBeginning ? "first" : "later") << Failure{breaks} << isBeginning;
        };
        row("no room", [](FileCalls& calls) { calls.write = [](auto...) { return errno = ENOSPC, ssize_t(-1); }; });
        row("room for a few bytes", [](FileCalls& calls) {
            calls.write = [left = std::make_shared<std::size_t>(20)](int file, const void* from, std::size_t count) {
                if (*left == 0) return errno = ENOSPC, ssize_t(-1);
                const ssize_t done = ::write(file, from, std::min(count, *left));
                *left -= static_cast<std::size_t>(done);
                return done;
            };
        });
        row("a broken disk", [](FileCalls& calls) { calls.fsync = [](int) { return errno = EIO, -1; }; });
    }
    void whatFailsKeepsTheLastState() {
        QFETCH(Failure, failure);
        QFETCH(bool, isBeginning);
        const auto broken = std::make_shared<bool>(false);
        FileCalls calls, wrong;
        failure.breaks(wrong);
        calls.write = [broken, wrong](int file, const void* from, std::size_t count) {
            return *broken ? wrong.write(file, from, count) : ::write(file, from, count);
        };
        calls.fsync = [broken, wrong](int file) { return *broken ? wrong.fsync(file) : ::fsync(file); };
        auto journal = *JournalFile::create(folder(), calls);
        if (!isBeginning) QVERIFY(journal.append(state(1), note(1)).ok());
        *broken = true;
        for (int i = 2; i < 4; ++i) {
            const auto done = journal.append(state(i), note(i));
            QVERIFY(!done);
            QVERIFY2(QString::fromStdString(done.text()).contains("Save the session"), done.text().c_str());
            QCOMPARE(bench_.entries("state"), isBeginning ? 0 : 1);
            if (!isBeginning) QVERIFY(stateOf(*parseJournal(contents(journal.path()))) >= 1);
        }
        *broken = false;
        QVERIFY(journal.append(state(5), note(5)).ok());
        QCOMPARE(stateOf(*parseJournal(contents(journal.path()))), 5);
        QVERIFY(journal.append(state(6), note(6)).ok());
        QCOMPARE(stateOf(*parseJournal(contents(journal.path()))), 6);
    }

    /// Else a power cut after the first edits could take its name away.
    void itsFolderIsBroughtToTheDisk() {
        int folders = 0, fails = EIO;
        FileCalls calls;
        calls.fsync = [&](int file) {
            struct stat is {};
            if (::fstat(file, &is) == 0 && S_ISDIR(is.st_mode)) ++folders, errno = fails;
            return S_ISDIR(is.st_mode) && fails != 0 ? -1 : ::fsync(file);
        };
        auto journal = *JournalFile::create(folder(), calls);
        for (const int i : {1, 2}) {
            const auto done = journal.append(state(i), note(i));
            QVERIFY(!done && QString::fromStdString(done.text()).contains("syncing its folder to disk"));
            QCOMPARE(folders, i);                        // until it went well
            QVERIFY(orphanedJournals(folder()).empty()); // it is held all the same
            QCOMPARE(stateOf(*parseJournal(contents(journal.path()))), i);
        }
        for (const int last : {EINVAL, 0}) { // a file system that cannot, and one that does
            journal.remove();
            folders = 0;
            fails = last;
            for (const int i : {3, 4}) QVERIFY(journal.append(state(i), note(i)).ok());
            QCOMPARE(folders, 1);
        }
    }

    void aFolderThatCannotBeIsSaid() {
        put(bench_.in("state"), "a file");
        const auto journal = JournalFile::create(bench_.in("state/below"));
        QVERIFY(!journal);
        QVERIFY(QString::fromStdString(journal.text()).contains("creating the folder"));
        QVERIFY(orphanedJournals(bench_.in("nowhere")).empty());
        fs::remove(bench_.in("state"));
        auto later = *JournalFile::create(folder());
        fs::remove_all(bench_.in("state"));
        put(bench_.in("state"), "a file");
        QVERIFY(QString::fromStdString(later.append(state(1), note(1)).text()).contains("creating the folder"));
    }

    void whatIsOfOthersStays() {
        fs::create_directories(folder());
        put(folder() / "notes.txt", "mine");
        put(folder() / "1.journal", "no journal");
        put(folder() / "2.journal", "");
        put(folder() / "3.journal.new", "begun when it was killed");
        QVERIFY(orphanedJournals(folder()).empty());
        QVERIFY(fs::exists(folder() / "notes.txt") && fs::exists(folder() / "1.journal"));
        QCOMPARE(bench_.entries("state"), 2);
    }

    void whatCannotBeginIsSaid_data() {
        QTest::addColumn<Failure>("failure");
        QTest::addColumn<QString>("step");
        QTest::newRow("no file") << Failure{[](FileCalls& calls) {
            calls.createFile = [](auto...) { return errno = EMFILE, -1; };
        }} << "creating it: too many open files.";
        QTest::newRow("not its place") << Failure{[](FileCalls& calls) {
            calls.rename = [](auto...) { return errno = EIO, -1; };
        }} << "renaming it: input/output error.";
    }
    void whatCannotBeginIsSaid() {
        QFETCH(Failure, failure);
        QFETCH(QString, step);
        FileCalls calls;
        failure.breaks(calls);
        auto journal = *JournalFile::create(folder(), calls);
        const auto done = journal.append(state(1), note(1));
        QVERIFY(!done);
        QCOMPARE(QString::fromStdString(done.text()),
                 QString::fromStdString("Unsaved work could not be backed up in " + quotedPath(journal.path()) + ": ") +
                     step + " Save the session, because a crash would lose this work.");
        QCOMPARE(bench_.entries("state"), 0);
    }

    void whatAnotherHoldsIsNotWritten() {
        auto journal = *JournalFile::create(folder());
        const LockedFile other(::open((journal.path().native() + ".new").c_str(), O_WRONLY | O_CREAT, 0600));
        QVERIFY(lockOn(other.fd()));
        const auto done = journal.append(state(1), note(1));
        QVERIFY(!done);
        QVERIFY2(QString::fromStdString(done.text()).contains("locking it: "), done.text().c_str());
    }

    /// Whenever a program is killed: what it had kept is there.
    void aKilledOneIsRestored() {
        std::mt19937 random(9);
        for (int round = 0; round < 40; ++round) {
            bench_.empty();
            int kept[2];
            QCOMPARE(::pipe(kept), 0);
            const pid_t child = ::fork();
            if (child == 0) {
                auto journal = JournalFile::create(folder());
                for (int i = 0; i < 100'000; ++i)
                    if (!journal || !journal->append(state(i), note(i)) || ::write(kept[1], &i, sizeof i) < 0) _exit(1);
                _exit(0);
            }
            ::close(kept[1]);
            int last = -1;
            for (int i = 0, n = static_cast<int>(random() % 30); i <= n; ++i)
                QCOMPARE(::read(kept[0], &last, sizeof last), ssize_t(sizeof last));
            ::kill(child, SIGKILL);
            QCOMPARE(::waitpid(child, nullptr, 0), child);
            while (::read(kept[0], &last, sizeof last) == sizeof last) continue; // what it kept meanwhile
            ::close(kept[0]);
            auto orphans = orphanedJournals(folder());
            QCOMPARE(orphans.size(), std::size_t(1));
            const int found = stateOf(*readJournal(orphans[0]));
            QVERIFY2(found == last || found == last + 1, qPrintable(QString("%1, kept %2").arg(found).arg(last)));
        }
    }

private:
    fs::path folder() const { return bench_.in("state"); }

    FilesBench bench_;
};

QTEST_APPLESS_MAIN(JournalFileTest)
#include "tst_journalFile.moc"
