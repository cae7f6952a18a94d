// Unsaved work is kept in one journal for each stretch of the history that has some. Saved work is not kept.
#include "core/journal/journalBench.h"
#include "document/JournalKeeper.h"
#include "support/givenEdit.h"
#include "support/slowDisk.h"
#include "ui/document/workbenchBench.h"

#include <QTest>

using namespace headlight;
using namespace headlight::testing;
using namespace std::chrono_literals;

namespace {

struct Kept {
    JournalNote note;
    SessionFile file;
    Session opened;
};

} // namespace

class JournalKeeperTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        files_.empty();
        bench_ = std::make_unique<Workbench>(std::move(*makeBackend("cpu")));
        keeper_ = std::make_unique<JournalKeeper>(*bench_, folder(), 1ms);
    }
    void cleanup() {
        keeper_.reset();
        bench_.reset();
    }

    void whatIsEditedIsKept() {
        QVERIFY(keeper_->sync());
        QVERIFY(kept().empty()); // nothing was edited
        const Session blank = bench_->state().session;
        type("my shoes");
        edit(0.25f);
        QTRY_COMPARE(kept().size(), std::size_t(1)); // after a while, without sync()
        QVERIFY(keeper_->sync());
        const Kept journal = kept().front();
        QCOMPARE(sessionText(journal.file), sessionText({bench_->state().session, viewOf(bench_->state())}));
        QCOMPARE(journal.note.title, std::string("my shoes"));
        QCOMPARE(journal.note.edits, std::uint64_t(2));
        QCOMPARE(sessionText({journal.opened, {}}), sessionText({blank, {}}));
        QVERIFY(journal.note.file.empty() && !journal.note.seen && journal.note.time > 1'700'000'000);
    }

    void whatIsUndoneIsNotKept() {
        type("my shoes");
        bench_->undo();
        QVERIFY(keeper_->sync());
        QVERIFY(kept().empty());
        bench_->redo();
        QVERIFY(keeper_->sync());
        QCOMPARE(kept().size(), std::size_t(1));
    }

    /// The way to another document goes through states without work, which are not presented.
    void theWorkOfTwoDocumentsIsKept() {
        type("my shoes");
        edit(0.25f);
        bench_->files().startAnew();
        type("are small");
        edit(0.5f);
        QVERIFY(keeper_->sync());
        QCOMPARE(kept().size(), std::size_t(2));
        bench_->goTo(*bench_->document().history().unsavedWorkElsewhere());
        QVERIFY(keeper_->sync());
        QCOMPARE(kept().size(), std::size_t(2));
    }

    void whatIsSavedIsNotKept() {
        type("my shoes");
        const QString path = QString::fromStdString(files_.in("a.headlight").string());
        QVERIFY(bench_->files().save(path).ok());
        QVERIFY(keeper_->sync());
        QVERIFY(kept().empty());
        edit(1);
        edit(2);
        QVERIFY(keeper_->sync());
        QCOMPARE(kept().size(), std::size_t(1));
        const JournalNote note = kept().front().note;
        QCOMPARE(note.file, path.toStdString());
        QVERIFY(note.seen && note.seen == seenFile(note.file));
        QCOMPARE(note.edits, std::uint64_t(2));
        QCOMPARE(note.title, std::string("a.headlight"));
    }

    /// A crash right after a save: the work folder still holds the state before the last edits.
    void whatWasSavedLaterIsNotOffered_data() {
        QTest::addColumn<bool>("isChanged"); // changed by another program after the save
        QTest::newRow("saved") << false;
        QTest::newRow("saved, and changed since") << true;
    }
    void whatWasSavedLaterIsNotOffered() {
        QFETCH(bool, isChanged);
        keeper_.reset();
        keeper_ = std::make_unique<JournalKeeper>(*bench_, folder(), 24h);
        const QString path = QString::fromStdString(files_.in("a.headlight").string());
        type("my shoes");
        QVERIFY(bench_->files().save(path).ok());
        edit(1);
        QVERIFY(keeper_->sync());
        edit(2); // not written yet
        std::optional<Crashed> crashed;
        bench_->document().setBeforeSaving([&, before = bench_->document().beforeSaving()]() -> Document::Saving {
            return [&, noted = before()](const fs::path& file, std::string_view text) {
                noted(file, text);
                crashed.emplace(folder());
            };
        });
        QVERIFY(bench_->files().save(path).ok());
        QVERIFY(keeper_->sync());
        QVERIFY(kept().empty());
        if (isChanged) put(files_.in("a.headlight"), "changed by another program");
        QCOMPARE(crashed->found().works.size(), isChanged ? std::size_t(1) : std::size_t(0));
    }

    /// A crash right after a slow save: the work is the later edits, and belongs to the file that was saved meanwhile.
    void whatIsEditedWhileItIsSavedIsOfThatFile() {
        keeper_.reset();
        keeper_ = std::make_unique<JournalKeeper>(*bench_, folder(), 24h);
        type("my shoes");
        QVERIFY(keeper_->sync());
        const fs::path file = files_.in("a.headlight");
        testing::SlowDisk disk(bench_->document());
        QVERIFY(bench_->files().beginSaving(QString::fromStdString(file.string())));
        edit(1);
        edit(2);
        QVERIFY(keeper_->sync()); // it has no file yet
        QCOMPARE(kept().front().note.file, std::string());
        disk.letGo();
        QTRY_VERIFY(!bench_->files().saver().isRunning());
        const std::string newer = sessionText({bench_->state().session, {}});
        for (const bool isNoted : {false, true}) { // true: the journal was written after the save
            if (isNoted) QVERIFY(keeper_->sync());
            QCOMPARE(kept().size(), std::size_t(1));
            const Kept one = kept().front();
            QCOMPARE(sessionText({one.file.session, {}}), newer);
            QCOMPARE(one.note.file, file.string());
            QVERIFY(one.note.seen == seenFile(file));
            if (isNoted) QCOMPARE(one.note.edits, std::uint64_t(2));
        }
        bench_->undo();
        bench_->undo(); // back to the saved session
        QVERIFY(keeper_->sync());
        QVERIFY(kept().empty());
    }

    /// Work that an example replaced is kept until the history drops it.
    void eachStretchHasItsOwn() {
        type("my shoes");
        for (int i = 1; i < 6; ++i) edit(static_cast<float>(i));
        bench_->files().startAnew();
        QVERIFY(keeper_->sync());
        QCOMPARE(kept().size(), std::size_t(1)); // the new stretch has no work
        type("your feet");
        QVERIFY(keeper_->sync());
        QCOMPARE(kept().size(), std::size_t(2));
        bench_->files().newDocument(); // drops all stretches
        QVERIFY(keeper_->sync());
        QVERIFY(kept().empty());
    }

    /// Work that the history has trimmed stays on the disk, since the user has not discarded it.
    void whatTheHistoryCannotHoldIsLeft() {
        type("my shoes");
        for (int i = 1; i < 6; ++i) edit(static_cast<float>(i));
        const std::string before = sessionText({bench_->state().session, {}});
        bench_->files().startAnew();
        type("your feet");
        bench_->document().history().setBound(1);
        type("their feet");
        QTRY_VERIFY2(bench_->state().problem.contains("Restore unsaved work"), qPrintable(bench_->state().problem));
        keeper_->forgetAll(); // as when the user quits
        QVERIFY(keeper_->sync());
        const FoundWork found = findUnsavedWork(folder());
        QCOMPARE(found.works.size(), std::size_t(1));
        QCOMPARE(sessionText({readUnsavedWork(found.works[0])->file.session, {}}), before);
        keeper_.reset();
    }

    /// Changes of the view alone are no work, but are kept with an edit.
    void lookingIsNoWork() {
        type("my shoes");
        QVERIFY(bench_->files().save(QString::fromStdString(files_.in("a.headlight").string())).ok());
        bench_->select(1, 1, 0);
        QVERIFY(keeper_->sync());
        QVERIFY(kept().empty());
        edit(1);
        QVERIFY(keeper_->sync());
        QCOMPARE(kept().front().file.view.head, 1);
    }

    void itsEndLeavesWhatItKept() {
        type("my shoes");
        keeper_.reset(); // as when the display is lost
        QCOMPARE(kept().size(), std::size_t(1));
    }

    void aPersonsEndLeavesNothing() {
        type("my shoes");
        keeper_->forgetAll();
        edit(1); // an editor commits when the window closes
        keeper_.reset();
        QVERIFY(kept().empty());
    }

    void whatCannotBeKeptIsSaid() {
        put(folder(), "in the way");
        type("my shoes");
        QTRY_VERIFY(bench_->state().problem.contains("could not be backed up"));
        QCOMPARE(bench_->state().problemKind, MessageKind::Caution);
    }

    /// The message waits while a save shows its progress and its button at the same place.
    void whatIsSaidWaitsForASave() {
        put(folder(), "in the way");
        testing::SlowDisk disk(bench_->document());
        type("my shoes"); // the journal fails soon
        QVERIFY(bench_->files().beginSaving(QString::fromStdString(files_.in("a.headlight").string())));
        QVERIFY(!keeper_->sync()); // has failed by now
        QCoreApplication::processEvents();
        QVERIFY(bench_->files().saver().isRunning());
        QCOMPARE(bench_->state().problem, QString());
        disk.letGo();
        QTRY_VERIFY(bench_->state().problem.contains("could not be backed up"));
        QVERIFY(!bench_->files().saver().isRunning());
    }

    /// Restored work is modified at once, has its old number of edits, and is kept again.
    void whatIsRestoredIsKeptAgain() {
        type("my shoes");
        const SessionFile file{bench_->state().session, {}};
        bench_->files().newDocument();
        JournalNote note;
        note.title = "lesson";
        note.edits = 7;
        bench_->files().restore({file, file.session}, note);
        QVERIFY(bench_->state().modified);
        QVERIFY(keeper_->sync());
        QCOMPARE(kept().size(), std::size_t(1));
        QCOMPARE(kept().front().note.edits, std::uint64_t(7));
        QCOMPARE(kept().front().note.title, std::string("lesson"));
        edit(2);
        bench_->undo();
        QVERIFY(bench_->state().modified); // undo does not make it unmodified
        QVERIFY(keeper_->sync());
        QCOMPARE(kept().size(), std::size_t(1));
    }

private:
    fs::path folder() const { return files_.in("journals"); }
    /// Returns the work that a crash would leave.
    std::vector<Kept> kept() const {
        const Crashed crashed(folder());
        const FoundWork found = crashed.found();
        std::vector<Kept> all;
        for (const UnsavedWork& work : found.works)
            if (const auto read = readUnsavedWork(work)) all.push_back({work.note, read->file, read->opened});
        return all;
    }
    void type(const char* sentence) {
        QVERIFY(bench_->apply("Type", givenEdit(withSentence(bench_->state().session, sentence))));
    }
    void edit(float value) { QVERIFY(testing::editCell(*bench_, value)); }

    FilesBench files_;
    std::unique_ptr<Workbench> bench_;
    std::unique_ptr<JournalKeeper> keeper_;
};

QTEST_MAIN(JournalKeeperTest)
#include "tst_journalKeeper.moc"
