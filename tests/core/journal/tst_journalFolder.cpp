// A folder of journals: which of them are somebody's, which can be restored, and where it lies.
#include "core/io/filesBench.h"
#include "journal/JournalFile.h"
#include "support/layers.h"

#include <QTest>

using namespace headlight;
using namespace headlight::testing;

class JournalFolderTest : public QObject {
    Q_OBJECT

private slots:
    void init() { bench_.empty(); }

    /// Of what ends as one and is no file, nothing is looked at.
    void whatIsNoFileIsNoOrphan() {
        fs::create_directories(folder() / "1.journal");
        fs::create_symlink("2.journal", folder() / "2.journal");
        fs::create_symlink(bench_.in("elsewhere"), folder() / "3.journal");
        put(bench_.in("elsewhere"), "HLJRNL1\n");
        std::vector<fs::path> damaged;
        QVERIFY(orphanedJournals(folder(), &damaged).empty());
        QVERIFY(damaged.empty());
        QCOMPARE(bench_.entries("state"), 3);
    }

    /// A journal of which nothing can be restored is not offered again and again, and stays all the same.
    void aDamagedOneIsPutAside() {
        fs::create_directories(folder());
        put(folder() / "1.journal", "HLJRNL1\nnothing that is right");
        put(folder() / "2.journal", "somebody's notes");
        QVERIFY(orphanedJournals(folder()).empty());
        QVERIFY(fs::exists(folder() / "1.journal")); // nobody is told
        std::vector<fs::path> damaged;
        QVERIFY(orphanedJournals(folder(), &damaged).empty());
        QVERIFY(damaged == std::vector{folder() / "1.journal.damaged"});
        QVERIFY(contents(damaged[0]) == "HLJRNL1\nnothing that is right" && fs::exists(folder() / "2.journal"));
        damaged.clear();
        QVERIFY(orphanedJournals(folder(), &damaged).empty() && damaged.empty());
        put(folder() / "3.journal", "HLJRNL1\n");
        fs::create_directories(folder() / "3.journal.damaged/in the way");
        QVERIFY(orphanedJournals(folder(), &damaged).empty());
        QVERIFY(damaged == std::vector{folder() / "3.journal"}); // named where it is
    }

    /// It may be readable another time.
    void whatCannotBeReadStays() {
        fs::create_directories(folder());
        put(folder() / "1.journal", "HLJRNL1\n");
        fs::resize_file(folder() / "1.journal", (std::uintmax_t(4) << 30) + 1); // of which nothing is on the disk
        std::vector<fs::path> damaged;
        QVERIFY(orphanedJournals(folder(), &damaged).empty() && damaged.empty());
        QVERIFY(fs::exists(folder() / "1.journal"));
    }

    void whatHasGoneIsSaid() {
        QVERIFY(JournalFile::create(folder())->append({sample(1), {}}, {}).ok());
        auto orphans = orphanedJournals(folder());
        QCOMPARE(orphans.size(), std::size_t(1));
        const std::string name = quotedPath(orphans[0].path);
        put(orphans[0].path, "HLJRNL1\n");
        QCOMPARE(readJournal(orphans[0]).text(), name + ": It contains no complete session.");
        fs::remove(orphans[0].path);
        QCOMPARE(readJournal(orphans[0]).text(), "Could not open " + name + ": no such file or directory.");
    }

    void aClaimIsOfOneProgram() {
        const fs::path path = bench_.in("claims/a");
        {
            const auto [is, file] = claimed(path);
            QVERIFY(is == Claim::Ours && file.fd() >= 0);
            auto second = std::optional(claimed(path));
            QVERIFY(second->first == Claim::Theirs && second->second.fd() >= 0);
        }
        {
            auto first = std::optional(claimed(path));
            const auto second = claimed(path);
            first.reset(); // the second has it still
            QVERIFY(claimed(path).first == Claim::Theirs);
        }
        QVERIFY(claimed(path).first == Claim::Ours); // it has gone with its file
        fs::create_directory(bench_.in("folder"));
        QVERIFY(claimed(bench_.in("folder")).first == Claim::Impossible);
    }

    void whereItLies_data() {
        QTest::addColumn<QByteArray>("state");
        QTest::addColumn<QByteArray>("home");
        QTest::addColumn<QString>("folder");
        QTest::newRow("as it is said") << QByteArray("/state") << QByteArray("/home/a") << "/state/headlight";
        QTest::newRow("not a whole path")
            << QByteArray("state") << QByteArray("/home/a") << "/home/a/.local/state/headlight";
        QTest::newRow("not said") << QByteArray() << QByteArray("/home/a") << "/home/a/.local/state/headlight";
        QTest::newRow("nowhere") << QByteArray() << QByteArray() << "";
    }
    void whereItLies() {
        QFETCH(QByteArray, state);
        QFETCH(QByteArray, home);
        const QByteArray stateBefore = qgetenv("XDG_STATE_HOME"), homeBefore = qgetenv("HOME");
        qputenv("XDG_STATE_HOME", state);
        qputenv("HOME", home);
        const fs::path lies = stateFolder();
        qputenv("XDG_STATE_HOME", stateBefore);
        qputenv("HOME", homeBefore);
        QTEST(QString::fromStdString(lies), "folder");
        if (lies.empty())
            QVERIFY(JournalFile::create(lies).text().find("neither XDG_STATE_HOME nor HOME") != std::string::npos);
    }

private:
    fs::path folder() const { return bench_.in("state"); }

    FilesBench bench_;
};

QTEST_APPLESS_MAIN(JournalFolderTest)
#include "tst_journalFolder.moc"
