// Long work is cancelled at each moment at which it checks, one after the other. Each time nothing has changed, in the
// window and in the folder, and there is no message. At last it is not cancelled, and done.
#include "app/windowBench.h"
#include "base/LeavableThread.h"
#include "core/io/filesBench.h"
#include "dialogs/ExportDialog.h"
#include "document/mapNumbers.h"
#include "journal/unsavedWork.h"
#include "paste/matrixText.h"
#include "session/edits.h"
#include "session/reshape.h"
#include "support/jobs.h"

#include <QClipboard>
#include <QLabel>

#include <functional>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// Cancels a job at its check number `left`. Then reports it as abandoned, unless the window would wait for its end.
struct CancellingJobs : JobsOf {
    using JobsOf::JobsOf;
    bool run(const QString&, const Work& work, OnCancel onCancel) override {
        work([this](double) {
            isStopped = isStopped || left-- <= 0;
            return !isStopped;
        });
        return !isStopped || onCancel == OnCancel::Wait;
    }
    int left = 0;
    bool isStopped = false;
};

/// Returns true if it was done.
using Act = std::function<bool()>;

} // namespace

class JobsTest : public QObject, private testing::WindowBench {
    Q_OBJECT

    QTemporaryDir files_;
    QString file(const char* name) const { return files_.filePath(name); }

    /// Everything that a user would find changed.
    struct Found {
        Session session;
        std::map<std::string, std::string> files;
        QString title, problem, clipboard;
        bool isModified = false;
        int steps = 0;
        bool operator==(const Found&) const = default;
    };
    Found found() const {
        Found now;
        for (const auto& entry : fs::directory_iterator(files_.path().toStdString()))
            now.files[entry.path().filename()] = contents(entry.path());
        Document& document = window_->workbench().document();
        now.session = state().session;
        now.title = state().title;
        now.problem = state().problem;
        now.clipboard = QApplication::clipboard()->text();
        now.isModified = document.isModified();
        now.steps = document.history().count();
        return now;
    }

    /// Returns the number of cancels until `act` ended by itself, or -1 if one of them changed something.
    int everyCancelChangesNothing(const Act& act) {
        CancellingJobs jobs(window_->workbench());
        for (int looks = 0;; ++looks) {
            const Found before = found();
            jobs.left = looks;
            jobs.isStopped = false;
            const bool isDone = act();
            if (!jobs.isStopped) return isDone ? looks : -1;
            if (!isDone && found() == before) continue;
            qWarning("at look %d: %s", looks, isDone ? "it was done all the same" : "something has changed");
            return -1;
        }
    }

    void verify(const char* what, const Act& act, int atLeast) {
        const int looks = everyCancelChangesNothing(act);
        qInfo("jobs: %s: cancelled %d times", what, looks);
        QVERIFY2(looks >= atLeast, what);
        QCOMPARE(threadsLeftBehind(), 0);
    }

private slots:
    void init() {
        start();
        for (const auto& entry : fs::directory_iterator(files_.path().toStdString())) fs::remove(entry);
        QApplication::clipboard()->setText("what was copied before");
    }
    void cleanup() { end(); }

    void opening() {
        Session large = *withEmbeddingSize(state().session, 30);
        QVERIFY(writeSession(file("large.headlight").toStdString(), {large, {}}).ok());
        verify(
            "opening", [&] { return window_->workbench().files().open(file("large.headlight")).ok(); }, 5);
        QCOMPARE(sizesOf(state().session).d, 30);
    }

    void exporting_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<bool>("isThere");
        for (const char* name : {"maps.png", "maps.svg", "maps.pdf"})
            for (const bool isThere : {false, true})
                QTest::addRow("%s, %d", name, isThere) << QByteArray(name) << isThere;
    }
    void exporting() {
        QFETCH(QByteArray, name);
        QFETCH(bool, isThere);
        if (isThere) put(file(name).toStdString(), kOld);
        ExportSpec spec;
        ExportDialog dialog(window_->workbench(), spec, files_.path());
        verify(
            "exporting", [&] { return dialog.writeTo(file(name)); }, 8);
        for (const auto* label : dialog.findChildren<QLabel*>())
            QVERIFY(label->objectName() != "problem" || label->text().isEmpty());
        QVERIFY(found().files[name.toStdString()] != kOld);
        QCOMPARE(found().files.size(), std::size_t(1));
    }

    void copyingThePicture() {
        QAction* copy = testing::menuAction(*window_, "Copy picture");
        const auto isCopied = [&] {
            copy->trigger();
            return !QApplication::clipboard()->image().isNull();
        };
        verify("copying the picture", isCopied, 8);
    }

    void copyingNumbers() {
        const auto copy = [&] {
            const auto text = window_->workbench().made<Matrix>(
                "Copying numbers", 2 * Workbench::kMany, [session = state().session](const Watch& watch) {
                    return mapNumbers(session, {Stage::Weights, 0, 0, {0, 0, 3, 3}}, kDefaultBackend, watch);
                });
            return text.ok();
        };
        verify("copying numbers", copy, 2);
    }

    void pasting() {
        const std::string text = "1 2 3\n4 5 6\n7 8 9\n";
        const auto paste = [&] {
            return window_->workbench()
                .made<PastedText>("Reading the numbers", 2 * Workbench::kMany,
                                  [text](const Watch& watch) { return matricesFromText(text, watch); })
                .ok();
        };
        verify("pasting", paste, 3);
    }

    void editing_data() {
        QTest::addColumn<QString>("what");
        for (const char* what : {"d", "d_k", "d_v", "sizes", "words"}) QTest::newRow(what) << what;
    }
    void editing() {
        QFETCH(QString, what);
        const auto slow = [what](const Session& s, const Watch& watch) -> Result<Session> {
            if (what == "d") return withEmbeddingSize(s, 40, watch);
            if (what == "d_k") return withKeySize(s, 0, 40, watch);
            if (what == "d_v") return withValueSize(s, 0, 40, watch);
            if (what == "sizes") return withSizes(s, 0, {{Side::D, 40}, {Side::Dk, 9}}, watch);
            return withSentence(s, "one two three four five", watch);
        };
        const auto edit = [&] { return window_->workbench().apply("Edit", slow, 0, 2 * Workbench::kMany); };
        verify(qPrintable("editing: " + what), edit, 2);
        QCOMPARE(window_->workbench().document().history().count(), 1);
    }

    void restoring() {
        const fs::path folder = file("journals").toStdString();
        Session large = *withEmbeddingSize(state().session, 30);
        QVERIFY(WorkFolder(folder / "1.unsaved").write({large, {}}, {"lesson", "", {}, 3, 1000}).ok());
        const FoundWork found = findUnsavedWork(folder);
        QCOMPARE(found.works.size(), std::size_t(1));
        const std::string bytes = contents(found.works[0].text);
        const auto read = [&] {
            return inJob<RestoredWork>(window_->workbench().jobs(), "Restoring", Jobs::OnCancel::Leave,
                                       [&](const Watch& watch) { return readUnsavedWork(found.works[0], watch); })
                .ok();
        };
        CancellingJobs jobs(window_->workbench());
        int looks = 0;
        for (;; ++looks) {
            jobs.left = looks;
            jobs.isStopped = false;
            const bool isDone = read();
            QVERIFY(contents(found.works[0].text) == bytes);
            if (!jobs.isStopped) {
                QVERIFY(isDone);
                break;
            }
            QVERIFY(!isDone);
        }
        qInfo("jobs: restoring: cancelled %d times", looks);
        QVERIFY(looks > 0);
        fs::remove_all(folder);
    }
};

QTEST_MAIN(JobsTest)
#include "tst_jobs.moc"
