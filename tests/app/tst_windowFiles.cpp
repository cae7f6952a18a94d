// Files in the real window: saving, opening, dropping, and the messages if that fails.
#include "Settings.h"
#include "app/windowBench.h"
#include "io/sessionFile.h"
#include "session/edits.h"
#include "support/givenEdit.h"

#include <QDir>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QTableView>

using namespace headlight;
using testing::control;
using testing::menuAction;
using testing::session;

class WindowFilesTest : public QObject, private testing::WindowBench {
    Q_OBJECT

private slots:
    void initTestCase() { prepare(); }
    void init() { begin(); }
    void cleanup() { end(); }

    void savingLeavesTheKeyboardWhereItIs_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"Sentence", "W_q", "Weights, head 2", "Sizes", "Tokenizer"})
            QTest::newRow(name) << name;
    }
    void savingLeavesTheKeyboardWhereItIs() {
        QFETCH(QString, name);
        QVERIFY(window_->workbench().files().save(folder_.filePath("focus.headlight")).ok());
        window_->activateWindow();
        auto* field = name == "W_q" ? control<QTableView>(*window_, name) : control<QWidget>(*window_, name);
        field->setFocus();
        QTRY_COMPARE(QApplication::focusWidget(), field);
        menuAction(*window_, "Save")->trigger();
        QCOMPARE(QApplication::focusWidget(), field);
        if (name != "W_q") return;
        auto* table = control<QTableView>(*window_, name);
        table->setCurrentIndex(table->model()->index(0, 0));
        QTest::keyClick(table, Qt::Key_7); // opens an editor
        QVERIFY(QApplication::focusWidget() != table);
        menuAction(*window_, "Save")->trigger();
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(table));
    }

    /// In a new session typed text goes to the sentence, wherever the focus was.
    void aNewSessionTakesWords() {
        window_->activateWindow();
        auto* table = control<QTableView>(*window_, "W_q");
        table->setFocus();
        table->setCurrentIndex(table->model()->index(0, 0));
        QTest::keyClick(table, Qt::Key_7); // opens an editor
        menuAction(*window_, "New")->trigger();
        QCOMPARE(QApplication::focusWidget(), control<QWidget>(*window_, "Sentence"));
        QTest::keyClicks(QApplication::focusWidget(), "hello");
        QCOMPARE(session(*window_).text.sentence, std::string("hello"));
    }

    void savingTakesWhatStandsInAnOpenEditor() {
        const std::size_t head = std::size_t(window_->workbench().state().view.head);
        auto* table = control<QTableView>(*window_, "W_q");
        table->setCurrentIndex(table->model()->index(0, 0));
        type(*table, "7");
        QVERIFY(window_->workbench().files().save(folder_.filePath("before.headlight")).ok());
        menuAction(*window_, "Save")->trigger();
        QCOMPARE((*session(*window_).layers[0].allHeads[head][Parameter::Wq])(0, 0), 7.0F);
        QTRY_VERIFY(!window_->workbench().files().saver().isRunning());
        const auto saved = readSession(folder_.filePath("before.headlight").toStdString());
        QVERIFY(saved.ok());
        QCOMPARE((*saved->session.layers[0].allHeads[head][Parameter::Wq])(0, 0), 7.0F);
        QVERIFY(!window_->isWindowModified());
    }

    void saveOpenSaveGivesTheSameBytes() {
        const QString first = folder_.filePath("first.headlight"), second = folder_.filePath("second.headlight");
        Workbench& bench = window_->workbench();
        QVERIFY(
            bench.apply("Edit", testing::givenEdit(withCell(session(*window_), {Parameter::Wk, 0, 2}, 1, 1, -0.1F))));
        QVERIFY(window_->isWindowModified());
        QVERIFY(bench.files().save(first).ok());
        QVERIFY(!window_->isWindowModified());
        window_->files().openPath(first);
        QVERIFY(bench.files().save(second).ok());
        QFile a(first), b(second);
        QVERIFY(a.open(QIODevice::ReadOnly) && b.open(QIODevice::ReadOnly));
        QCOMPARE(a.readAll(), b.readAll());
    }

    /// The next start removes the temporary file of a killed save. A user's file with a similar name stays.
    void whatAKilledSaveLeftGoesAtTheNextStart() {
        const QString litter = folder_.filePath(".never.headlight.headlight-new");
        const QString other = folder_.filePath(".other.headlight.headlight-x3k9qz");
        Settings().addWriting(folder_.filePath("never.headlight"));
        Settings().addWriting(folder_.filePath("picture.png")); // not only the last one is checked
        for (const QString& name : {litter, other}) QVERIFY(QFile(name).open(QIODevice::WriteOnly));
        end();
        window_ = std::make_unique<MainWindow>();
        window_->files().openFirst({});
        QTRY_VERIFY(!QFile::exists(litter));
        QVERIFY(QFile::remove(other));
    }

    void aBrokenFileLeavesTheDocumentAlone() {
        const Session before = session(*window_);
        const QString path = folder_.filePath("broken.headlight");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"format\": \"headlight-session\", \"version\": 1,");
        file.close();
        window_->files().openPath(path);
        QVERIFY(session(*window_) == before);
        QTRY_VERIFY(control<QLabel>(*window_, "Message")->text().contains("broken.headlight"));
    }

    void aFileThatCannotBeOpenedFirstLeavesAnEmptyDocument() {
        const QString path = folder_.filePath("first.broken");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("no session") > 0);
        file.close();
        MainWindow window;
        window.files().openFirst(path);
        QCOMPARE(window.workbench().state().title, QString("Untitled"));
        QCOMPARE(session(window).text.sentence, std::string());
        QVERIFY(!window.isWindowModified());
        QVERIFY(control<QLabel>(window, "Message")->text().contains("first.broken"));
        window.files().openFirst({});
        QCOMPARE(window.workbench().state().title, firstExample().shownTitle());
    }

    void aFolderThatIsGoneIsSaidWithTheWayOut() {
        QVERIFY(QDir(folder_.path()).mkdir("gone"));
        const QString path = folder_.filePath("gone/a.headlight");
        QVERIFY(window_->workbench().files().save(path).ok());
        QVERIFY(QDir(folder_.filePath("gone")).removeRecursively());
        menuAction(*window_, "Save")->trigger();
        QTRY_VERIFY(!window_->workbench().files().saver().isRunning());
        const QString message = control<QLabel>(*window_, "Message")->text();
        QVERIFY2(message.endsWith("Nothing was saved. Use Save as to save the session in another place."),
                 qPrintable(message));
        QCOMPARE(Settings().writings().first(), path); // stored before writing begins, in case of a kill
    }

    /// The window then has the only copy of the session.
    void aCleanWindowWhoseFileIsGoneAsks_data() {
        QTest::addColumn<bool>("isGone");
        QTest::addColumn<QString>("answer");
        QTest::addColumn<bool>("isClosed");
        QTest::addColumn<bool>("isThere");
        QTest::newRow("its file is there") << false << "" << true << true;
        QTest::newRow("saved") << true << "Save" << true << true;
        QTest::newRow("discarded") << true << "Discard" << true << false;
        QTest::newRow("kept open") << true << "Cancel" << false << false;
    }
    void aCleanWindowWhoseFileIsGoneAsks() {
        QFETCH(bool, isGone);
        QFETCH(QString, answer);
        const QString path = folder_.filePath("only.headlight");
        QVERIFY(window_->workbench().files().save(path).ok());
        if (isGone) QVERIFY(QFile::remove(path));
        QVERIFY(!window_->isWindowModified());
        QString asked;
        testing::answerQuestion(*window_, answer, asked);
        QTEST(window_->close(), "isClosed");
        QCOMPARE(asked, isGone ? QString("Save “only.headlight”?") : QString());
        QTEST(QFile::exists(path), "isThere");
    }

    void itIsReloadedAsItsFileIs_data() {
        QTest::addColumn<bool>("isEdited");
        QTest::addColumn<QString>("answer");
        QTest::addColumn<bool>("isReloaded");
        QTest::newRow("nothing to lose") << false << "" << true;
        QTest::newRow("edited, and kept") << true << "Keep editing" << false;
        QTest::newRow("edited, and let go") << true << "Reload" << true;
    }
    void itIsReloadedAsItsFileIs() {
        QFETCH(bool, isEdited);
        QFETCH(QString, answer);
        Workbench& bench = window_->workbench();
        const QString path = folder_.filePath("reloaded.headlight");
        QVERIFY(bench.files().save(path).ok());
        const SessionFile theirs{*withHeadAdded(session(*window_), 0), View{}};
        QVERIFY(writeSession(path.toStdString(), theirs).ok());
        const auto removed = [](const Session& s, const Watch&) { return withHeadRemoved(s, 0, 0); };
        if (isEdited) QVERIFY(bench.apply("Edit", removed));
        QString asked;
        testing::answerQuestion(*window_, answer, asked);
        menuAction(*window_, "Reload")->trigger();
        QCoreApplication::processEvents();
        QCOMPARE(!asked.isEmpty(), isEdited);
        QTEST(sameValues(session(*window_), theirs.session), "isReloaded");
        QTEST(!window_->isWindowModified(), "isReloaded");
    }

    /// Save offers to reload instead of overwriting another program's changes.
    void savingMayReload() {
        Workbench& bench = window_->workbench();
        const QString path = folder_.filePath("theirs.headlight");
        QVERIFY(bench.files().save(path).ok());
        const SessionFile theirs{*withHeadAdded(session(*window_), 0), View{}};
        QVERIFY(writeSession(path.toStdString(), theirs).ok());
        const auto removed = [](const Session& s, const Watch&) { return withHeadRemoved(s, 0, 0); };
        QVERIFY(bench.apply("Edit", removed));
        QString asked;
        testing::answerQuestion(*window_, "Reload", asked);
        menuAction(*window_, "Save")->trigger();
        QVERIFY2(asked.contains("changed by another program"), qPrintable(asked));
        QVERIFY(sameValues(session(*window_), theirs.session));
        QVERIFY(sameValues(readSession(path.toStdString())->session, theirs.session));
    }

    /// Reloading asks about unsaved work of an earlier stretch of the history, which it would discard.
    void reloadingAsksAboutWorkThatWasLeft() {
        Workbench& bench = window_->workbench();
        for (int i = 0; i < 5; ++i)
            QVERIFY(bench.apply("Edit", testing::givenEdit(withCell(session(*window_), {Parameter::Wq, 0, 0}, 0, 0,
                                                                    10.0F + float(i)))));
        const Session mine = session(*window_);
        window_->files().openExample(examples()[0]);
        QVERIFY(bench.files().save(folder_.filePath("other.headlight")).ok());
        QString asked;
        testing::answerQuestion(*window_, "Open “My shoes are small, three heads”", asked);
        menuAction(*window_, "Reload")->trigger();
        QCOMPARE(asked, "Forget the changes to “My shoes are small, three heads”?");
        QVERIFY(sameValues(session(*window_), mine));
    }

    /// The window asks about the name with its suffix, since the desktop's own dialog asks only about the typed name.
    void aNameWithoutItsSuffixOverwritesNothing_data() {
        QTest::addColumn<QString>("answer");
        QTest::newRow("replaced") << "Replace";
        QTest::newRow("thought better of it") << "Choose another name";
    }
    void aNameWithoutItsSuffixOverwritesNothing() {
        QFETCH(QString, answer);
        const QString path = folder_.filePath("lesson.headlight");
        QVERIFY(QFile::remove(path) || !QFile::exists(path));
        QFile old(path);
        QVERIFY(old.open(QIODevice::WriteOnly));
        old.close();
        QString asked;
        int dialogs = 0;
        QTimer answers;
        connect(&answers, &QTimer::timeout, this, [&] {
            QWidget* dialog = QApplication::activeModalWidget();
            if (auto* files = qobject_cast<QFileDialog*>(dialog)) {
                if (++dialogs > 1) return files->reject();
                files->findChild<QLineEdit*>()->setText(folder_.filePath("lesson"));
                static_cast<QDialog*>(files)->accept();
            } else if (auto* question = qobject_cast<QMessageBox*>(dialog)) {
                asked = question->text();
                for (QAbstractButton* one : question->buttons())
                    if (one->text().remove('&') == answer) one->click();
            }
        });
        answers.start(10);
        menuAction(*window_, "Save as…")->trigger();
        QCOMPARE(asked, "“lesson.headlight” already exists. Replace it?");
        const bool isReplaced = answer == "Replace";
        QCOMPARE(dialogs, isReplaced ? 1 : 2);
        QCOMPARE(QFileInfo(path).size() > 0, isReplaced);
        QCOMPARE(state().filePath, isReplaced ? path : QString());
    }

    void aFileCanBeDroppedOntoTheWindow() {
        const QString path = folder_.filePath("dropped.headlight");
        QVERIFY(window_->workbench().files().save(path).ok());
        window_->files().openExample(examples()[0]);
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path)});
        QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(window_.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(window_.get(), &drop);
        QTRY_COMPARE(window_->workbench().state().filePath, path);
    }
};

QTEST_MAIN(WindowFilesTest)
#include "tst_windowFiles.moc"
