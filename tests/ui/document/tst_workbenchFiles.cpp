// Opening, saving and leaving documents, examples, and long work.
#include "style/Theme.h"
#include "support/jobs.h"
#include "support/slowDisk.h"
#include "ui/document/workbenchBench.h"

#include <QTemporaryDir>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <tuple>
#include <vector>

using namespace headlight;

namespace {

constexpr double kLarge = Workbench::kMany + 1;

Result<Session> withNine(const Session& session, const Watch&) { return withEmbeddingSize(session, 9); }

} // namespace

class WorkbenchFilesTest : public QObject, private testing::WorkbenchBench {
    Q_OBJECT

private slots:
    void init() { begin(); }
    void cleanup() { end(); }

    /// A file that another program changes while it is saved is not overwritten without a question.
    void whatIsChangedWhileItIsSavedStays_data() {
        QTest::addColumn<bool>("isThere"); // before the save
        QTest::newRow("changed") << true;
        QTest::newRow("made") << false;
    }
    void whatIsChangedWhileItIsSavedStays() {
        QFETCH(bool, isThere);
        QTemporaryDir folder;
        const QString path = folder.filePath("a.headlight");
        if (isThere) QVERIFY(bench_->files().save(path).ok());
        QVERIFY(bench_->apply("Change d to 9", withNine));
        bench_->document().setBeforeSaving([] {
            return [](const std::filesystem::path& to, std::string_view) { std::ofstream(to) << "their work"; };
        });
        const auto saved = bench_->files().save(path);
        QVERIFY(!saved && !isCancelled(saved.problem()));
        QVERIFY2(saved.text().find("changed it in the meantime") != std::string::npos, saved.text().c_str());
        QVERIFY(bench_->state().modified);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("their work"));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList("a.headlight"));
    }

    /// Cancelled work changes nothing and shows no message.
    void cancelledWorkChangesNothing() {
        QTemporaryDir folder;
        const QString path = folder.filePath("a.headlight");
        QVERIFY(bench_->files().save(path).ok());
        const Session before = bench_->state().session;
        QVERIFY(bench_->apply("Edit", testing::givenEdit(withCell(before, {Parameter::Wq, 0, 0}, 0, 0, 9))));
        testing::NamingJobs jobs(*bench_);
        jobs.areCancelled = true;
        const Session edited = bench_->state().session;
        const int presented = watcher_.presented;
        QVERIFY(isCancelled(bench_->files().open(path).problem()));
        bench_->messages().report("Something else");
        QVERIFY(!bench_->apply("Change d to 9", withNine, 0, kLarge));
        QVERIFY(watcher_.presented > presented); // a field that showed 9 shows the session's value again
        QCOMPARE(jobs.names, (QStringList{"Opening a.headlight", "Change d to 9"}));
        QVERIFY(bench_->state().session == edited);
        QVERIFY(bench_->state().modified);
        QVERIFY(bench_->state().problem.isEmpty());
        jobs.areCancelled = false;
        QVERIFY(bench_->apply("Change d to 9", withNine, 0, kLarge));
        QCOMPARE(sizesOf(bench_->state().session).d, 9);
    }

    /// Small edits, and edits requested within a call, are made at once.
    void aLargeEditIsAJob() {
        testing::NamingJobs jobs(*bench_);
        QVERIFY(bench_->apply("Small", withNine, 0, Workbench::kMany));
        bench_->undo();
        QCOMPARE(jobs.names, QStringList());
        bench_->calls().run([&] { QVERIFY(bench_->apply("Within", withNine, 0, kLarge)); });
        bench_->undo();
        QCOMPARE(jobs.names, QStringList());
        QVERIFY(bench_->apply("Large", withNine, 0, kLarge));
        QCOMPARE(jobs.names, QStringList{"Large"});
        QCOMPARE(sizesOf(bench_->state().session).d, 9);
        QCOMPARE(bench_->document().history().undoText(), QString("Large"));
    }

    /// Stopped work is a cancel, even if it has an error of its own.
    void stoppedWorkSaysNothing() {
        QTemporaryDir folder;
        const QString path = folder.filePath("a.headlight");
        QVERIFY(bench_->files().save(path).ok());
        testing::StoppingJobs jobs(*bench_);
        QVERIFY(isCancelled(bench_->files().open(path).problem()));
    }

    /// Opening can be cancelled whenever it asks, and it asks once more for each MB of a file, even of blanks.
    void openingCanBeCancelledUpToItsEnd() {
        QTemporaryDir folder;
        const QString path = folder.filePath("a.headlight");
        QVERIFY(bench_->files().save(path).ok());
        std::vector<double> told;
        const testing::WatchingJobs noting(*bench_, [&](double done) { return told.push_back(done), true; });
        QVERIFY(bench_->files().open(path).ok());
        const std::size_t looks = told.size();
        QFile file(path);
        QVERIFY(file.open(QIODevice::Append) && file.write(QByteArray(2 << 20, ' ')) == 2 << 20);
        file.close();
        told.clear();
        QVERIFY(bench_->files().open(path).ok());
        QCOMPARE(told.size(), looks + 2);
        QVERIFY(std::ranges::is_sorted(told) && told.front() >= 0 && told.back() == 1);
        const Session before = bench_->state().session;
        for (std::size_t last = 0; last < told.size(); ++last) {
            std::size_t asked = 0;
            const testing::WatchingJobs stopping(*bench_, [&](double) { return asked++ < last; });
            const auto opened = bench_->files().open(path);
            QVERIFY2(!opened && isCancelled(opened.problem()), std::to_string(last).c_str());
            QVERIFY(bench_->state().session == before);
        }
    }

    /// Whenever another program changes a file while it is opened, what is shown is not taken for the file's content.
    void whatIsChangedWhileItIsOpenedIsNoticed() {
        QTemporaryDir folder;
        const QString path = folder.filePath("a.headlight"), other = folder.filePath("b.headlight");
        QVERIFY(bench_->files().save(path).ok());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray theirs = file.readAll().replace("shoes", "boots"); // as long as ours
        file.close();
        std::size_t looks = 0;
        for (std::size_t change = 0; change == 0 || change < looks; change += change + 5 < looks ? 20 : 1) {
            looks = 0;
            const testing::WatchingJobs changing(*bench_, [&](double) {
                if (looks++ != change) return true;
                QFile made(other);
                if (!made.open(QIODevice::WriteOnly) || made.write(theirs) != theirs.size()) return false;
                made.close();
                std::filesystem::rename(other.toStdString(), path.toStdString());
                return true;
            });
            QVERIFY(bench_->files().open(path).ok());
            QCOMPARE(bench_->state().session.text.sentence, std::string("my shoes are my shoes"));
            QVERIFY2(bench_->document().hasChangedOnDisk(), std::to_string(change).c_str());
            QVERIFY(bench_->files().save(path).ok());
        }
        QVERIFY(bench_->files().open(path).ok() && !bench_->document().hasChangedOnDisk());
        QVERIFY(bench_->document().seen()->sum.has_value());
    }

    /// A save goes on if the job that waits for it is cancelled; until it ends no other save can begin.
    void aSaveThatIsWaitedForIsAJob() {
        QTemporaryDir folder;
        const QString path = folder.filePath("a.headlight");
        testing::SlowDisk disk(bench_->document());
        testing::NamingJobs jobs(*bench_);
        jobs.areCancelled = true;
        QVERIFY(isCancelled(bench_->files().save(path).problem()));
        QCOMPARE(jobs.names, QStringList("Saving a.headlight"));
        QVERIFY(!bench_->files().beginSaving(path));
        QVERIFY(bench_->files().saver().isRunning());
        disk.letGo();
        jobs.areCancelled = false;
        QVERIFY(bench_->files().saver().wait(jobs).ok());
        QVERIFY(!bench_->files().saver().isRunning() && !bench_->state().modified);
        QVERIFY(QFile::exists(path));
    }

    /// A save that ends after another document was opened does not change this document.
    void aSaveHasNothingToDoWithTheNextDocument() {
        QTemporaryDir folder;
        const QString path = folder.filePath("a.headlight");
        testing::SlowDisk disk(bench_->document());
        QVERIFY(bench_->files().beginSaving(path));
        bench_->files().newDocument();
        disk.letGo();
        QTRY_VERIFY(!bench_->files().saver().isRunning());
        QVERIFY(QFile::exists(path));
        QCOMPARE(bench_->state().filePath, QString());
        QVERIFY(!bench_->state().modified);
    }

    void anotherDocumentHasASelectionOfItsOwn() {
        bench_->select(0, 1, 1);
        QVERIFY(bench_->apply("Type",
                              testing::givenEdit(withSentence(bench_->state().session, "x my shoes are my shoes"))));
        QCOMPARE(bench_->state().view.query, 2);
        QTemporaryDir folder;
        const QString path = folder.filePath("a.headlight");
        QVERIFY(bench_->files().save(path).ok());
        QVERIFY(
            bench_->apply("Type", testing::givenEdit(withSentence(bench_->state().session, "my shoes are my shoes"))));
        QCOMPARE(bench_->state().view.query, 1);
        QVERIFY(bench_->files().open(path).ok());
        QCOMPARE(bench_->state().view.query, 2);
    }

    void aNewDocumentForgetsTheOld() {
        bench_->select(0, 3, 3);
        bench_->files().newDocument();
        QCOMPARE(bench_->state().session.text.tokens->count(), 0);
        QVERIFY(!bench_->state().modified);
        QVERIFY(!bench_->document().history().canUndo());
        QCOMPARE(bench_->state().view.query, 0);
    }

    void stepsThatGoAreSaidOncePerDocument() {
        const QString said = "The oldest undo steps were removed to stay within 1 MB.";
        const auto editAll = [&](float value, int times) {
            const auto block = Matrix::Constant(1024, 3, value); // 12 kB a step
            for (int i = 0; i < times; ++i)
                QVERIFY(
                    bench_->apply("Paste", testing::givenEdit(withBlock(bench_->state().session, {Parameter::Wq, 0, 0},
                                                                        0, 0, block.array() + float(i)))));
        };
        QVERIFY(
            bench_->apply("Change d to 1024", testing::givenEdit(withEmbeddingSize(bench_->state().session, 1024))));
        bench_->document().history().setBound(History::kMegabyte);
        editAll(0, 50);
        QCOMPARE(watcher_.last.notice, QString());
        editAll(100, 50);
        QCOMPARE(watcher_.last.notice, said);
        QVERIFY(bench_->document().history().count() < 100);
        bench_->messages().tell({});
        editAll(200, 50);
        QCOMPARE(watcher_.last.notice, QString());
        bench_->files().newDocument();
        QVERIFY(
            bench_->apply("Change d to 1024", testing::givenEdit(withEmbeddingSize(bench_->state().session, 1024))));
        editAll(0, 100);
        QCOMPARE(watcher_.last.notice, said);
    }

    /// Undo restores the session and its view; title and mark follow, and no question is asked.
    void anExampleIsAStep() {
        loadResources();
        const QString journey = ":/examples/journey.headlight", six = ":/examples/six-tokens.headlight";
        const auto asked = [] { return qFatal("asked"), false; };
        const Session before = bench_->state().session;
        bench_->select(1, 2, 3);
        QVERIFY(bench_->files().openExample(journey, "Journey", asked).ok());
        QCOMPARE(bench_->state().notice, QString::fromUtf8("Undo can return to “my shoes are my”, with its edits."));
        QCOMPARE(bench_->state().title, QString("Journey"));
        QVERIFY(!bench_->state().modified);
        QCOMPARE(bench_->document().history().undoText(), QString("Example: Journey"));
        const View first = bench_->state().view;
        QVERIFY(first.query != 2 || first.key != 3);
        bench_->select(0, 4, 0);
        const ParameterCell entry{Parameter::X, 0, 0, 4, 1};
        bench_->select(entry);
        QVERIFY(bench_->files().openExample(six, "Six", asked).ok());
        QVERIFY(bench_->files().openExample(six, "Six", asked).ok()); // it is open already, so no step is made
        QCOMPARE(bench_->document().history().count(), 3);
        QVERIFY(!bench_->state().entry);
        bench_->undo();
        QCOMPARE(bench_->state().title, QString("Journey"));
        QCOMPARE(bench_->state().view.query, 4);
        QVERIFY(bench_->state().entry == entry);
        bench_->undo();
        QVERIFY(sameValues(bench_->state().session, before));
        QCOMPARE(bench_->state().title, QString("my shoes are my"));
        QVERIFY(bench_->state().modified);
        const View& view = bench_->state().view;
        QCOMPARE(std::tuple(view.head, view.query, view.key), std::tuple(1, 2, 3));
        bench_->redo();
        QCOMPARE(bench_->state().title, QString("Journey"));
        QCOMPARE(bench_->state().view.query, 4);
        QVERIFY(!bench_->state().modified);
        bench_->files().startAnew(asked);
        QCOMPARE(bench_->state().notice, QString()); // nothing was edited
        QCOMPARE(bench_->state().title, QString("Untitled"));
        QVERIFY(!bench_->state().modified && bench_->document().history().canUndo());
    }

    /// The session that a segment was opened with stays while later segments are removed.
    void theOpenedSessionStays() {
        const auto put = [&](int many) {
            for (int i = 0; i < many; ++i)
                bench_->document().put("Put", withSentence(bench_->state().session, "my " + std::to_string(i)).value(),
                                       "another");
        };
        put(3);
        bench_->goTo(1);
        const Session opened = bench_->state().opened;
        QVERIFY(bench_->apply("Change d to 9", withNine));
        QVERIFY(bench_->state().opened == opened);
        put(3);
        bench_->document().history().setBound(1); // the last step is kept
        QCOMPARE(bench_->document().history().count(), 1);
    }

    void aNoticeGoesWithItsDocument_data() {
        QTest::addColumn<QString>("by");
        for (const char* by : {"undo", "another example", "a file", "a new session"}) QTest::newRow(by) << by;
    }
    void aNoticeGoesWithItsDocument() {
        QFETCH(QString, by);
        loadResources();
        QTemporaryDir folder;
        const QString path = folder.filePath("a.headlight");
        QVERIFY(bench_->files().save(path).ok() &&
                bench_->files().openExample(":/examples/journey.headlight", "Journey").ok());
        QVERIFY(bench_->files().openExample(":/examples/six-tokens.headlight", "Six").ok());
        bench_->messages().tell("Look at this");
        QVERIFY(bench_->apply("Edit", withNine));
        QCOMPARE(watcher_.last.notice, QString("Look at this")); // an edit of the example keeps the notice
        bench_->undo();
        QCOMPARE(watcher_.last.notice, QString("Look at this"));
        if (by == "undo") bench_->undo();
        if (by == "another example") QVERIFY(bench_->files().openExample(":/examples/shoes.headlight", "Shoes").ok());
        if (by == "a file") QVERIFY(bench_->files().open(path).ok());
        if (by == "a new session") bench_->files().startAnew();
        QCOMPARE(watcher_.last.notice, QString());
    }

    /// An example closes the user's file only after a question. The history then begins again.
    void anExampleClosesAFile() {
        loadResources();
        QTemporaryDir folder;
        const QString path = folder.filePath("mine.headlight"), journey = ":/examples/journey.headlight";
        QVERIFY(bench_->files().save(path).ok());
        QVERIFY(bench_->files().openExample(journey, "Journey", [] { return false; }).ok());
        QCOMPARE(bench_->state().filePath, path);
        QVERIFY(bench_->files().openExample(journey, "Journey", [] { return true; }).ok());
        QCOMPARE(bench_->state().filePath, QString());
        QCOMPARE(bench_->state().title, QString("Journey"));
        QVERIFY(!bench_->document().history().canUndo());
    }

    void openingNothingIsAProblem() {
        const Session before = bench_->state().session;
        QVERIFY(!bench_->files().open("/no/such/file.headlight").ok());
        QVERIFY(!bench_->files().openExample(":/examples/none.headlight", "none").ok());
        QVERIFY(bench_->state().session == before);
    }
};

QTEST_MAIN(WorkbenchFilesTest)
#include "tst_workbenchFiles.moc"
