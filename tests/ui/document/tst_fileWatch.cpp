// Changes of the open file by another program are reported, once each, but not the document's own saves.
#include "core/io/filesBench.h"
#include "document/FileWatch.h"
#include "io/sessionFile.h"
#include "support/slowDisk.h"
#include "ui/document/workbenchBench.h"

#include <QTest>

using namespace headlight;
using namespace headlight::testing;

class FileWatchTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        files_.empty();
        bench_ = std::make_unique<Workbench>(std::move(*makeBackend("cpu")));
        watch_ = std::make_unique<FileWatch>(*bench_);
        QVERIFY(bench_->files().save(path()).ok());
    }
    void cleanup() {
        watch_.reset();
        bench_.reset();
    }

    void aChangeIsSaid_data() {
        QTest::addColumn<bool>("isReplaced"); // by another file of the same name, which is how most programs save
        QTest::newRow("written") << false;
        QTest::newRow("replaced") << true;
    }
    void aChangeIsSaid() {
        QFETCH(bool, isReplaced);
        for (const char* text : {"first", "second time"}) { // the second change comes after the file was replaced
            change(text, isReplaced);
            QTRY_VERIFY2(bench_->state().problem.contains("was changed by another program"), text);
            QCOMPARE(bench_->state().problemKind, MessageKind::Caution);
            bench_->messages().report({});
        }
    }

    void itIsSaidOnce() {
        change("other", true);
        watch_->look(); // as when the window is activated
        QVERIFY(!bench_->state().problem.isEmpty());
        bench_->messages().report({});
        watch_->look();
        QCOMPARE(bench_->state().problem, QString());
    }

    void itsOwnSavingIsNotSaid() {
        for (int i = 0; i < 3; ++i) {
            edit(static_cast<float>(i));
            QVERIFY(bench_->files().save(path()).ok());
            watch_->look();
            QCOMPARE(bench_->state().problem, QString());
        }
        // The events of its own saves come before that of the next change. They were no reason for a message.
        change("other", false);
        QTRY_VERIFY(!bench_->state().problem.isEmpty());
    }

    /// Nor is a slow save reported, whenever the disk sends its events.
    void itsOwnSlowSavingIsNotSaid() {
        edit(1);
        testing::SlowDisk disk(bench_->document());
        QVERIFY(bench_->files().beginSaving(path()));
        const auto before = stampOf(files_.in("a.headlight"));
        watch_->look();
        edit(2);
        disk.letGo();
        watch_->look(); // the new file may exist already, unknown to the document
        QTRY_VERIFY(!bench_->files().saver().isRunning());
        QVERIFY(stampOf(files_.in("a.headlight")) != before);
        watch_->look();
        QCOMPARE(bench_->state().problem, QString());
        change("other", true);
        QTRY_VERIFY(bench_->state().problem.contains("was changed by another program"));
    }

    /// New times with the same bytes, as after a restored copy, a sync of folders or `touch`, are no change.
    void theSameAnewIsNotSaid_data() { aChangeIsSaid_data(); }
    void theSameAnewIsNotSaid() {
        QFETCH(bool, isReplaced);
        const auto before = stampOf(files_.in("a.headlight"));
        change(contents(files_.in("a.headlight")).c_str(), isReplaced);
        fs::last_write_time(files_.in("a.headlight"), fs::file_time_type::clock::now() + std::chrono::hours(1));
        QVERIFY(stampOf(files_.in("a.headlight")) != before);
        watch_->look();
        QCOMPARE(bench_->state().problem, QString());
        QVERIFY(!bench_->document().hasChangedOnDisk());
        change("other", isReplaced); // a real change after it is noticed
        watch_->look();
        QVERIFY(bench_->state().problem.contains("was changed by another program"));
    }

    void whatWasSavedOverItIsKnown() {
        change("other", false);
        watch_->look();
        bench_->messages().report({});
        QVERIFY(bench_->files().save(path()).ok());
        watch_->look();
        QCOMPARE(bench_->state().problem, QString());
    }

    void aFileThatGoesIsSaid() {
        fs::remove(files_.in("a.headlight"));
        QTRY_VERIFY(bench_->state().problem.contains("was removed or renamed"));
        bench_->messages().report({});
        watch_->look();
        QCOMPARE(bench_->state().problem, QString());
        QVERIFY(bench_->files().save(path()).ok()); // creates the file again
        fs::remove(files_.in("a.headlight"));
        QTRY_VERIFY(bench_->state().problem.contains("was removed or renamed"));
    }

    /// Save cannot create a file in a folder that is gone.
    void aFolderThatGoesIsSaid() {
        fs::create_directory(files_.in("there"));
        QVERIFY(bench_->files().save(QString::fromStdString(files_.in("there/a.headlight").string())).ok());
        watch_->look();
        fs::remove_all(files_.in("there"));
        QTRY_VERIFY(bench_->state().problem.contains("The folder of “a.headlight” was removed or renamed"));
    }

    /// The second program on a file is warned, also through a link; the first is not. No warning remains when it ends.
    void twoProgramsOnOneFile() {
        watch_ = std::make_unique<FileWatch>(*bench_, files_.in("open"));
        QCOMPARE(bench_->state().problem, QString());
        fs::create_symlink(files_.in("a.headlight"), files_.in("link.headlight"));
        for (const char* name : {"a.headlight", "link.headlight"}) {
            Workbench other(std::move(*makeBackend("cpu")));
            FileWatch its(other, files_.in("open"));
            QVERIFY(other.files().open(QString::fromStdString(files_.in(name).string())).ok());
            QVERIFY2(other.state().problem.contains("is also open in another"), qPrintable(other.state().problem));
            QCOMPARE(other.state().problemKind, MessageKind::Caution);
            QCOMPARE(bench_->state().problem, QString());
        }
        {
            auto second = std::make_unique<Workbench>(std::move(*makeBackend("cpu")));
            FileWatch its(*second, files_.in("open"));
            QVERIFY(second->files().open(path()).ok());
            bench_->files().newDocument(); // the first leaves the file, the second keeps it, so a third is warned
            Workbench third(std::move(*makeBackend("cpu")));
            FileWatch thirds(third, files_.in("open"));
            QVERIFY(third.files().open(path()).ok());
            QVERIFY2(third.state().problem.contains("is also open in another"), qPrintable(third.state().problem));
        }
        QCOMPARE(files_.entries("open"), 0);
        Workbench other(std::move(*makeBackend("cpu")));
        FileWatch its(other, files_.in("open"));
        QVERIFY(other.files().open(path()).ok());
        QCOMPARE(other.state().problem, QString());
    }

    void anotherFileIsNone() {
        put(files_.in("b.headlight"), "other");
        watch_->look();
        QCOMPARE(bench_->state().problem, QString());
        bench_->files().newDocument();
        change("other", true);
        watch_->look();
        QCOMPARE(bench_->state().problem, QString());
    }

private:
    QString path() const { return QString::fromStdString(files_.in("a.headlight").string()); }
    void change(const char* text, bool isReplaced) {
        const fs::path file = files_.in("a.headlight"), aside = files_.in("aside");
        put(isReplaced ? aside : file, text);
        if (isReplaced) fs::rename(aside, file);
    }
    void edit(float value) { QVERIFY(testing::editCell(*bench_, value)); }

    FilesBench files_;
    std::unique_ptr<Workbench> bench_;
    std::unique_ptr<FileWatch> watch_;
};

QTEST_MAIN(FileWatchTest)
#include "tst_fileWatch.moc"
