// A slow save in the real window: editing goes on meanwhile, and no key cancels it by accident.
#include "Recovery.h"
#include "app/windowBench.h"
#include "core/journal/journalBench.h"
#include "io/sessionFile.h"
#include "session/edits.h"
#include "support/slowDisk.h"

#include <QLabel>
#include <QPointer>
#include <QProgressDialog>
#include <QPushButton>
#include <QToolButton>

#include <optional>

using namespace headlight;
using namespace headlight::testing;

namespace {

constexpr const char *kWasSaved = "my shoes", *kSnapshot = "my shoes are";

QString sentenceIn(const fs::path& path) {
    const auto read = readSession(path);
    return read ? QString::fromStdString(read->session.text.sentence) : QString::fromStdString(read.text());
}

} // namespace

class SavingTest : public QObject, private testing::WindowBench {
    Q_OBJECT

private slots:
    void initTestCase() { prepare(); }
    /// Makes a saved session with an unsaved edit.
    void init() {
        files_.empty();
        fs::create_directory(files_.in("there"));
        window_ = std::make_unique<MainWindow>(journals());
        window_->show();
        QVERIFY(QTest::qWaitForWindowActive(window_.get(), testing::patience()));
        setSentence(kWasSaved);
        QVERIFY(bench().files().save(path()).ok());
        setSentence(kSnapshot);
    }
    void cleanup() {
        disk_.reset();
        end();
    }

    void typingGoesOn_data() {
        QTest::addColumn<int>("key");
        QTest::addColumn<QString>("typed");
        QTest::newRow("a space, and words") << int(Qt::Key_Space) << " new words";
        QTest::newRow("Return") << int(Qt::Key_Return) << "";
        QTest::newRow("Esc") << int(Qt::Key_Escape) << "";
    }
    void typingGoesOn() {
        QFETCH(int, key);
        QFETCH(QString, typed);
        auto* field = control<QWidget>(*window_, "Sentence");
        field->setFocus();
        this->key(Qt::Key_End);
        beginSlowly();
        QVERIFY(!QApplication::activeModalWidget());
        QCOMPARE(QApplication::focusWidget(), field);
        if (!typed.isEmpty())
            keys(qPrintable(typed));
        else
            this->key(Qt::Key(key));
        QCOMPARE(QString::fromStdString(session(*window_).text.sentence), kSnapshot + typed);
        QVERIFY2(savedText().startsWith("Saving: "), qPrintable(savedText()));
        QCOMPARE(sentenceIn(file()), kWasSaved);
        letGo();
        QCOMPARE(sentenceIn(file()), kSnapshot);
        QCOMPARE(window_->isWindowModified(), !typed.isEmpty());
        QCOMPARE(savedText(), typed.isEmpty() ? "Saved" : "Not saved");
        QCOMPARE(state().problem, QString());
        if (!typed.isEmpty()) bench().undo();
        QCOMPARE(session(*window_).text.sentence, std::string(kSnapshot));
        QVERIFY(!window_->isWindowModified());
        bench().undo();
        QVERIFY(window_->isWindowModified());
    }

    /// After the save, unsaved work exists only if the session was edited meanwhile.
    void unsavedWorkIsWhatCameSince_data() {
        QTest::addColumn<bool>("isEdited");
        QTest::newRow("edited meanwhile") << true;
        QTest::newRow("as it was") << false;
    }
    void unsavedWorkIsWhatCameSince() {
        QFETCH(bool, isEdited);
        beginSlowly();
        if (isEdited) setSentence("my shoes are new");
        window_->keepSafe(true); // as when the program is told to end
        QCOMPARE(unsaved()->note.file, path().toStdString());
        letGo();
        QVERIFY(window_->recovery()->journals().sync());
        const auto work = unsaved();
        QCOMPARE(work.has_value(), isEdited);
        if (!work) return;
        QCOMPARE(work->note.edits, std::uint64_t(1));
        QVERIFY(work->note.seen == seenFile(file()));
    }

    /// Only the button cancels a save.
    void itCanBeCancelled() {
        beginSlowly();
        auto* cancel = control<QToolButton>(*window_, "Cancel saving");
        QVERIFY(cancel->isVisible());
        QTest::mouseClick(cancel, Qt::LeftButton);
        letGo();
        QVERIFY(!cancel->isVisible());
        const QString said = "Not saved: you cancelled it. The file is as it was.";
        QCOMPARE(state().problem, said);
        QCOMPARE(sentenceIn(file()), kWasSaved);
        QCOMPARE(files_.entries("there"), 1);
        QVERIFY(window_->isWindowModified());
        setSentence("my shoes are new"); // the message stays while the user types
        QCOMPARE(state().problem, said);
        menuAction(*window_, "Save")->trigger();
        QTRY_VERIFY(!window_->isWindowModified());
        QCOMPARE(state().problem, QString());
        QCOMPARE(sentenceIn(file()), "my shoes are new");
    }

    void aFailureIsSaid_data() {
        QTest::addColumn<bool>("isGone");
        QTest::addColumn<QString>("said");
        QTest::newRow("changed by another program") << false << "another program has changed it in the meantime";
        QTest::newRow("its folder is gone") << true << "Use Save as to save the session in another place.";
    }
    void aFailureIsSaid() {
        QFETCH(bool, isGone);
        QFETCH(QString, said);
        beginSlowly();
        meddle(isGone);
        letGo();
        QVERIFY2(state().problem.contains(said), qPrintable(state().problem));
        setSentence("my shoes are new");
        QVERIFY2(state().problem.contains(said), qPrintable(state().problem));
        menuAction(*window_, "Undo Type")->trigger();
        QVERIFY2(state().problem.contains(said), qPrintable(state().problem));
        QVERIFY(window_->isWindowModified());
        QCOMPARE(savedText(), "Not saved");
        QCOMPARE(fs::exists(file()), !isGone);
        if (!isGone) QCOMPARE(contents(file()), "their work");
    }

    void closingWaits_data() {
        QTest::addColumn<bool>("isEdited");
        QTest::addColumn<QString>("end"); // how the save ends
        QTest::addColumn<QString>("answer");
        QTest::addColumn<bool>("isClosed");
        QTest::addColumn<QString>("inFile");
        const auto row = [](const char* name, bool isEdited, const char* end, const char* answer, bool isClosed,
                            const char* inFile) {
            QTest::newRow(name) << isEdited << end << answer << isClosed << inFile;
        };
        row("saved", false, "", "", true, kSnapshot);
        row("saved, and edited since", true, "", "Save", true, "my shoes are new");
        row("edited since, and that is let go", true, "", "Discard", true, kSnapshot);
        row("edited since, and kept open", true, "", "Cancel", false, kSnapshot);
        row("cancelled", false, "cancel", "", false, kWasSaved);
        row("failed", false, "fail", "", false, "");
    }
    void closingWaits() {
        QFETCH(bool, isEdited);
        QFETCH(QString, end);
        QFETCH(QString, answer);
        QFETCH(QString, inFile);
        beginSlowly();
        if (isEdited) setSentence("my shoes are new");
        const Meanwhile meanwhile(*this, end, answer);
        QTEST(window_->close(), "isClosed");
        QCOMPARE(meanwhile.seen,
                 QStringList(isEdited ? QStringList{"job", "Save the changes to “a.headlight”?"} : QStringList{"job"}));
        if (!inFile.isEmpty()) QCOMPARE(sentenceIn(file()), inFile);
        QCOMPARE(state().problem.isEmpty(), end.isEmpty());
        if (window_->isVisible()) return;
        disk_.reset(); // it refers to the window's document
        this->end();
        QVERIFY(findUnsavedWork(journals()).works.empty());
    }

    /// Opening another document waits for the end of the save, and asks no question before.
    void otherDocumentsWait_data() {
        QTest::addColumn<QString>("entry");
        for (const char* entry : {"New", "Reload", "a file", "an example", "Save as…"}) QTest::newRow(entry) << entry;
    }
    void otherDocumentsWait() {
        QFETCH(QString, entry);
        QVERIFY(writeSession(files_.in("b.headlight"), editedCell(1)).ok());
        beginSlowly();
        const Meanwhile meanwhile(*this, "", "");
        if (entry == "a file")
            window_->files().openPath(QString::fromStdString(files_.in("b.headlight").string()));
        else if (entry == "an example")
            window_->files().openExample(firstExample());
        else
            menuAction(*window_, entry)->trigger();
        QCOMPARE(meanwhile.seen, entry == "Save as…" ? (QStringList{"job", "dialog"}) : QStringList{"job"});
        QCOMPARE(sentenceIn(file()), kSnapshot);
        QVERIFY(!window_->isWindowModified());
        const bool staysIt = entry == "Reload" || entry == "Save as…";
        QCOMPARE(state().filePath == path(), staysIt);
    }

    void aSecondSaveWaitsAndWritesTheNewer() {
        beginSlowly();
        setSentence("my shoes are new");
        const Meanwhile meanwhile(*this, "", "");
        menuAction(*window_, "Save")->trigger();
        QCOMPARE(meanwhile.seen, QStringList{"job"});
        QTRY_VERIFY(!bench().files().saver().isRunning());
        QCOMPARE(sentenceIn(file()), "my shoes are new");
        QVERIFY(!window_->isWindowModified());
    }

    void theEndOfTheWindowWaits() {
        beginSlowly();
        disk_->letGo();
        const std::string text = sessionText({session(*window_), viewOf(state())});
        disk_.reset();
        end();
        QCOMPARE(contents(file()), text);
    }

private:
    Workbench& bench() { return window_->workbench(); }
    fs::path journals() const { return files_.in("unsaved"); }
    fs::path file() const { return files_.in("there") / "a.headlight"; }
    QString path() const { return QString::fromStdString(file().string()); }
    QString savedText() { return control<QLabel>(*window_, "Saved")->text(); }
    void setSentence(const char* words) {
        QVERIFY(bench().apply("Type", [words](const Session& s, const Watch&) { return withSentence(s, words); }));
    }
    void beginSlowly() {
        disk_.emplace(bench().document());
        QTest::keyClick(window_.get(), Qt::Key_S, Qt::ControlModifier);
        QVERIFY(bench().files().saver().isRunning());
    }
    void letGo() {
        disk_->letGo();
        QTRY_VERIFY(!bench().files().saver().isRunning());
    }
    void meddle(bool isGone) {
        if (isGone)
            fs::remove_all(files_.in("there"));
        else
            put(file(), "their work");
    }
    /// Returns the unsaved work that a crash would leave.
    std::optional<UnsavedWork> unsaved() const {
        FoundWork found = Crashed(journals()).found();
        if (found.works.empty()) return {};
        return std::move(found.works.front());
    }

    /// Handles dialogs: a progress window gets the end of the save, a question is answered, others are closed.
    struct Meanwhile {
        Meanwhile(SavingTest& test, const QString& end, const QString& answer) {
            connect(&timer, &QTimer::timeout, &timer, [this, &test, end, answer] {
                auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
                if (!dialog || dialog == last) return;
                last = dialog;
                if (auto* question = qobject_cast<QMessageBox*>(dialog)) {
                    seen << question->text();
                    for (QAbstractButton* one : question->buttons())
                        if (one->text().remove('&') == answer) return one->click();
                } else if (auto* job = qobject_cast<QProgressDialog*>(dialog)) {
                    seen << job->objectName();
                    QTest::keyClick(job->windowHandle(), Qt::Key_Space); // a user who types must not cancel it
                    if (end == "cancel") job->findChild<QPushButton*>()->click();
                    if (end == "fail") test.meddle(true);
                    return test.disk_->letGo();
                } else {
                    seen << "dialog";
                }
                dialog->reject();
            });
            timer.start(5);
        }
        QTimer timer;
        QPointer<QDialog> last;
        QStringList seen;
    };

    FilesBench files_;
    std::optional<SlowDisk> disk_;
};

QTEST_MAIN(SavingTest)
#include "tst_saving.moc"
