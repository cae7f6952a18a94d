// Boots the real window and works it as a person would: finds controls by their names, types, clicks, and looks at what
// is shown, saved and exported.
#include "io/sessionFile.h"
#include "panels/maps/HeatmapsPanel.h"
#include "panels/pipeline/PipelinePanel.h"
#include "session/edits.h"
#include "support/jobs.h"
#include "support/verbs.h"
#include "windowBench.h"

#include <QAbstractItemView>
#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QLabel>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QScopeGuard>
#include <QTableView>
#include <QWheelEvent>

using namespace headlight;
using test::control;
using test::menuAction;
using test::session;
using test::settled;

namespace {

/// Keys go to whatever has the focus, as a keyboard's do: the first opens the editor, the others land in it.
void type(QWidget& first, const QString& text) {
    first.setFocus();
    for (const QChar c : text) QTest::keyClick(QApplication::focusWidget(), c.toLatin1());
}

} // namespace

class WindowTest : public QObject, private test::WindowBench {
    Q_OBJECT

private slots:
    void initTestCase() { prepare(); }
    void init() { begin(); }
    void cleanup() { end(); }

    void startsWithTheExample() {
        QCOMPARE(session(*window_).text.sentence, std::string("My shoes are small, my feet are big."));
        QVERIFY(!window_->isWindowModified());
        QVERIFY(window_->windowTitle().startsWith("My shoes are small"));
        QVERIFY(control<QLabel>(*window_, "Sizes")->text().startsWith("8 token"));
    }

    void typingASentenceChangesTokensAndMaps() {
        auto* sentence = control<QPlainTextEdit>(*window_, "Sentence");
        sentence->setFocus();
        sentence->selectAll();
        QTest::keyClicks(sentence, "one two three");
        QCOMPARE(session(*window_).text.tokens->count(), 3);
        QTRY_VERIFY(settled(*window_));
        for (const auto& tile : window_->workbench().state().frame->tiles) QCOMPARE(tile->stageRows, 3);
        QTRY_VERIFY(control<QLabel>(*window_, "Sizes")->text().startsWith("3 token"));
        QVERIFY(window_->isWindowModified());
    }

    void aCellEditChangesOnlyThatHeadsTiles() {
        const auto shown = [&] { return window_->workbench().state().replyTo(*window_->findChild<HeatmapsPanel*>()); };
        const auto before = shown();
        const int head = window_->workbench().state().view.head;
        auto* table = control<QTableView>(*window_, "W_q");
        table->setCurrentIndex(table->model()->index(0, 1));
        type(*table, "2.5");
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QTRY_COMPARE((*session(*window_).layers[0].heads[std::size_t(head)][Parameter::Wq])(0, 1), 2.5F);
        QTRY_VERIFY(settled(*window_));
        const auto after = shown();
        QCOMPARE(after->tiles.size(), before->tiles.size());
        for (std::size_t i = 0; i < after->tiles.size(); ++i)
            QCOMPARE(after->tiles[i] == before->tiles[i], after->tiles[i]->demand.head != head);
        QCOMPARE(window_->workbench().document().history().undoText(),
                 QString("Edit W_q[1, 2] of head %1").arg(head + 1));
        QTRY_VERIFY(window_->workbench().state().editToPixelsMs > 0);
    }

    /// Once when it is made, once when its frame is there, and once more if something was to come later.
    void anEditIsPresentedNoOftenerThanItMust_data() {
        QTest::addColumn<bool>("isMoreToCome");
        QTest::addColumn<bool>("hasPictures"); // of the pipeline: folded it has none
        QTest::addColumn<int>("times");
        QTest::newRow("all comes at once") << false << false << 2;
        QTest::newRow("something comes later") << true << false << 3;
        QTest::newRow("pictures come later") << false << true << 3;
        QTest::newRow("both come later") << true << true << 3;
    }
    void anEditIsPresentedNoOftenerThanItMust() {
        QFETCH(bool, isMoreToCome);
        QFETCH(bool, hasPictures);
        QFETCH(int, times);
        struct Counter : Presenter {
            void present(const ViewState&) override { ++count; }
            void presentTime(const ViewState&) override { ++times; }
            int count = 0, times = 0;
        } counter;
        Workbench& bench = window_->workbench();
        const ViewState& state = bench.state();
        if (isMoreToCome) bench.ask(counter, {{{Stage::Q, 0, 0, {}, 5, 5}}, {}, Priority::Later});
        auto* pipeline = window_->findChild<PipelinePanel*>();
        pipeline->setFolded(!hasPictures);
        const auto isDone = [&] { // the time is the last thing that there is to be shown
            const auto reply = state.replyTo(counter);
            return settled(*window_) && state.editToPixelsMs >= 0 &&
                   (!isMoreToCome || (reply && reply->frame->session == state.session)) &&
                   (!hasPictures || state.replyTo(*pipeline)->frame->session == state.session);
        };
        QVERIFY(bench.apply("Warm up", testing::giving(withCell(state.session, {Parameter::Wv, 0, 0}, 0, 0, 1))));
        QTRY_VERIFY(isDone());
        bench.add(counter);
        const auto removed = qScopeGuard([&] { bench.remove(counter); });
        for (const float value : {2.5F, 2.25F}) { // the first one, and one more
            const double before = state.editToPixelsMs;
            counter.count = 0;
            QVERIFY(bench.apply("Edit", testing::giving(withCell(state.session, {Parameter::Wv, 0, 0}, 0, 0, value))));
            QTRY_VERIFY(isDone() && state.editToPixelsMs != before);
            QCoreApplication::processEvents();
            QCOMPARE(counter.count, times);
        }
        QCOMPARE(counter.times, 2);
    }

    void theMenuChoosesMaps() {
        menuAction(*window_, "Queries")->trigger();
        menuAction(*window_, "Scores")->trigger();
        QCOMPARE(window_->workbench().state().maps.stages, (std::vector{Stage::Q, Stage::Weights}));
        QTRY_VERIFY(control<QWidget>(*window_, "Queries, head 3")->isVisible());
        QVERIFY(!menuAction(*window_, "Masked")->isEnabled()); // without a mask there are none
        menuAction(*window_, "Weights")->trigger();
        menuAction(*window_, "Queries")->trigger(); // the last one stays
        QVERIFY(menuAction(*window_, "Queries")->isChecked());
        QVERIFY(control<QWidget>(*window_, "Queries, head 3")->isVisible());
    }

    void savingLeavesTheKeyboardWhereItIs_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"Sentence", "W_q", "Weights, head 2", "d", "Tokenizer"}) QTest::newRow(name) << name;
    }
    void savingLeavesTheKeyboardWhereItIs() {
        QFETCH(QString, name);
        QVERIFY(window_->workbench().save(folder_.filePath("focus.headlight")).ok());
        window_->activateWindow();
        auto* field = control<QWidget>(*window_, name);
        field->setFocus();
        QTRY_COMPARE(QApplication::focusWidget(), field);
        menuAction(*window_, "Save")->trigger();
        QCOMPARE(QApplication::focusWidget(), field);
        if (name != "W_q") return;
        auto* table = control<QTableView>(*window_, name);
        table->setCurrentIndex(table->model()->index(0, 0));
        QTest::keyClick(table, Qt::Key_7); // an editor opens
        QVERIFY(QApplication::focusWidget() != table);
        menuAction(*window_, "Save")->trigger();
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(table));
    }

    void fullScreenIsLeftAtOnceHoweverItCame() {
        window_->setWindowState(Qt::WindowMaximized | Qt::WindowFullScreen); // as the last time
        menuAction(*window_, "Full screen")->trigger();
        QVERIFY(!window_->isFullScreen());
        QVERIFY(window_->isMaximized());
        QVERIFY(!menuAction(*window_, "Full screen")->isChecked());
        menuAction(*window_, "Full screen")->trigger();
        QVERIFY(window_->isFullScreen());
    }

    void nonsenseKeepsTheOldValueAndSaysWhy() {
        const Session before = session(*window_);
        auto* table = control<QTableView>(*window_, "W_q");
        table->setCurrentIndex(table->model()->index(0, 0));
        type(*table, "abc");
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QTRY_VERIFY(control<QLabel>(*window_, "Message")->text().contains("\"abc\" is not a number"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QVERIFY(session(*window_) == before);
    }

    void savingTakesWhatStandsInAnOpenEditor() {
        const std::size_t head = std::size_t(window_->workbench().state().view.head);
        auto* table = control<QTableView>(*window_, "W_q");
        table->setCurrentIndex(table->model()->index(0, 0));
        type(*table, "7");
        QVERIFY(window_->workbench().save(folder_.filePath("before.headlight")).ok());
        menuAction(*window_, "Save")->trigger();
        QTRY_COMPARE((*session(*window_).layers[0].heads[head][Parameter::Wq])(0, 0), 7.0F);
        const auto saved = readSession(folder_.filePath("before.headlight").toStdString());
        QVERIFY(saved.ok());
        QCOMPARE((*saved->session.layers[0].heads[head][Parameter::Wq])(0, 0), 7.0F);
        QVERIFY(!window_->isWindowModified());
    }

    void showingASentenceNeverEditsIt() {
        History& history = window_->workbench().document().history();
        for (const char* sentence : {"a\uFDD0b", "a\uFDD1b", "a\r\nb", "a\u2029b", "a\u00A0b"}) {
            const int steps = history.count();
            QVERIFY(window_->workbench().apply("Type", testing::giving(withSentence(session(*window_), sentence))));
            QCOMPARE(history.count(), steps + 1);
            QCOMPARE(session(*window_).text.sentence, std::string(sentence));
        }
    }

    void theWheelPassesOverFields() {
        const Session before = session(*window_);
        for (const char* name : {"Examples", "Tokenizer"}) {
            auto* box = control<QComboBox>(*window_, name);
            QWheelEvent wheel(QPointF(5, 5), box->mapToGlobal(QPointF(5, 5)), {}, {0, -120}, Qt::NoButton,
                              Qt::NoModifier, Qt::NoScrollPhase, false);
            QApplication::sendEvent(box, &wheel);
        }
        QVERIFY(session(*window_) == before);
        QCOMPARE(window_->workbench().state().title, examples()[3].shownTitle());
    }

    void undoAllRestoresTheIdenticalSession() {
        const Session before = session(*window_);
        auto* sentence = control<QPlainTextEdit>(*window_, "Sentence");
        sentence->setFocus();
        sentence->moveCursor(QTextCursor::End);
        QTest::keyClicks(sentence, " Really");
        Workbench& bench = window_->workbench();
        QVERIFY(bench.apply("Add head", testing::giving(withHeadAdded(session(*window_), 0))));
        QVERIFY(bench.apply("Change d to 5", testing::giving(withEmbeddingSize(session(*window_), 5))));
        History& history = bench.document().history();
        QVERIFY(history.count() >= 3);
        while (history.canUndo()) history.undo();
        QVERIFY(session(*window_) == before);
        QVERIFY(!window_->isWindowModified());
        QCOMPARE(sentence->toPlainText(), QString("My shoes are small, my feet are big."));
    }

    void undoAndRedoAreNamedByTheirSteps() {
        QAction* undo = menuAction(*window_, "Undo");
        QAction* redo = menuAction(*window_, "Redo");
        QVERIFY(!undo->isEnabled() && !redo->isEnabled());
        QVERIFY(undo->shortcuts().contains(QKeySequence("Ctrl+Z")));
        QCOMPARE(redo->shortcuts(), QList<QKeySequence>({QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")}));
        const Session before = session(*window_);
        QVERIFY(
            window_->workbench().apply("Edit one", testing::giving(withCell(before, {Parameter::Wq, 0, 0}, 0, 0, 9))));
        QVERIFY(window_->workbench().apply(
            "Edit two", testing::giving(withCell(session(*window_), {Parameter::Wq, 0, 0}, 0, 1, 9))));
        QCOMPARE(undo->text(), QString("Undo Edit two"));
        QVERIFY(undo->isEnabled() && !redo->isEnabled());
        undo->trigger();
        QCOMPARE(undo->text(), QString("Undo Edit one"));
        QCOMPARE(redo->text(), QString("Redo Edit two"));
        QVERIFY(undo->isEnabled() && redo->isEnabled());
        undo->trigger();
        QVERIFY(session(*window_) == before);
        QCOMPARE(undo->text(), QString("Undo"));
        QVERIFY(!undo->isEnabled());
        redo->trigger();
        QCOMPARE(redo->text(), QString("Redo Edit two"));
        window_->workbench().newDocument();
        QCOMPARE(redo->text(), QString("Redo"));
        QVERIFY(!undo->isEnabled() && !redo->isEnabled());
    }

    void howMuchHistoryIsKeptIsChosenInTheMenu() {
        const auto bound = [](MainWindow& window) { return window.workbench().document().history().bound(); };
        QCOMPARE(bound(*window_), 256 * History::kMegabyte);
        QVERIFY(menuAction(*window_, "256 MB")->isChecked());
        menuAction(*window_, "64 MB")->trigger();
        QCOMPARE(bound(*window_), 64 * History::kMegabyte);
        QVERIFY(menuAction(*window_, "64 MB")->isChecked() && !menuAction(*window_, "256 MB")->isChecked());
        MainWindow next; // as the next start
        QCOMPARE(bound(next), 64 * History::kMegabyte);
        QVERIFY(menuAction(next, "64 MB")->isChecked());
        menuAction(*window_, "1 GB")->trigger();
        QCOMPARE(bound(*window_), 1024 * History::kMegabyte);
        menuAction(*window_, "256 MB")->trigger();
        QCOMPARE(bound(*window_), 256 * History::kMegabyte);
    }

    void theHistoryMenuIsReachedByKeys() {
        QTest::keyClick(window_.get(), Qt::Key_E, Qt::AltModifier);
        auto* edit = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(edit);
        QTest::keyClick(edit, Qt::Key_H);
        auto* history = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(history && history != edit);
        QAccessibleInterface* face = QAccessible::queryAccessibleInterface(history);
        QCOMPARE(face->text(QAccessible::Name), QString("History"));
        QStringList names;
        for (int i = 0; i < face->childCount(); ++i) names << face->child(i)->text(QAccessible::Name);
        QCOMPARE(names, QStringList({"64 MB", "256 MB", "1 GB"}));
        history->close();
        edit->close();
    }

    void saveOpenSaveGivesTheSameBytes() {
        const QString first = folder_.filePath("first.headlight"), second = folder_.filePath("second.headlight");
        Workbench& bench = window_->workbench();
        QVERIFY(bench.apply("Edit", testing::giving(withCell(session(*window_), {Parameter::Wk, 0, 2}, 1, 1, -0.1F))));
        QVERIFY(window_->isWindowModified());
        QVERIFY(bench.save(first).ok());
        QVERIFY(!window_->isWindowModified());
        window_->files().openPath(first);
        QVERIFY(bench.save(second).ok());
        QFile a(first), b(second);
        QVERIFY(a.open(QIODevice::ReadOnly) && b.open(QIODevice::ReadOnly));
        QCOMPARE(a.readAll(), b.readAll());
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
        QVERIFY(window_->workbench().save(path).ok());
        QVERIFY(QDir(folder_.filePath("gone")).removeRecursively());
        menuAction(*window_, "Save")->trigger();
        const QString message = control<QLabel>(*window_, "Message")->text();
        QVERIFY2(message.endsWith("Nothing was saved. Use Save as to write it elsewhere."), qPrintable(message));
    }

    void aCancelledSaveSaysNothing() {
        Workbench& bench = window_->workbench();
        QVERIFY(bench.save(folder_.filePath("cancelled.headlight")).ok());
        testing::StoppingJobs jobs(window_->workbench());
        menuAction(*window_, "Save")->trigger();
        QCOMPARE(bench.state().problem, QString());
    }

    void aFileCanBeDroppedOntoTheWindow() {
        const QString path = folder_.filePath("dropped.headlight");
        QVERIFY(window_->workbench().save(path).ok());
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

    void everyExampleOpens() {
        auto* box = control<QComboBox>(*window_, "Examples");
        QCOMPARE(box->count(), static_cast<int>(examples().size()));
        for (int i = 0; i < box->count(); ++i) {
            box->showPopup();
            box->view()->setCurrentIndex(box->model()->index(i, 0));
            QTest::keyClick(box->view(), Qt::Key_Return);
            QTRY_VERIFY(settled(*window_));
            QCOMPARE(window_->workbench().state().title, examples()[static_cast<std::size_t>(i)].shownTitle());
            QCOMPARE(box->currentIndex(), -1); // it opens, and shows no state
        }
    }

    void theInspectorShowsTheNotebooksNumbers() {
        window_->files().openExample(examples()[2]);
        window_->workbench().select(0, 1, 1);
        QTRY_COMPARE(control<QLabel>(*window_, "Score")->text(), QString("4.3783"));
        QTRY_COMPARE(control<QLabel>(*window_, "Weight")->text(), QString("0.5687"));
        auto* context = control<QTableView>(*window_, "Context");
        QStringList shown;
        for (int i = 0; i < context->model()->rowCount(); ++i) shown << context->model()->index(i, 0).data().toString();
        QCOMPARE(shown, QStringList({"0.2593", "0.5718", "1.0390", "0.9041"}));
    }

    void thePictureGoesToTheClipboard() {
        menuAction(*window_, "Copy picture")->trigger();
        QVERIFY(!QApplication::clipboard()->image().isNull());
        QVERIFY(control<QLabel>(*window_, "Notice")->text().contains("clipboard"));
    }

    void everyControlHasAName() {
        for (QWidget* widget : window_->findChildren<QWidget*>()) {
            if (!widget->isVisible() || widget->focusPolicy() == Qt::NoFocus) continue;
            if (widget->inherits("QScrollArea") || widget->inherits("QMenuBar") ||
                widget->objectName().startsWith("qt_"))
                continue;
            const QAccessibleInterface* face = QAccessible::queryAccessibleInterface(widget);
            QVERIFY2(face && !face->text(QAccessible::Name).isEmpty(), widget->metaObject()->className());
        }
    }

    void darkThemeComesAndGoes() {
        menuAction(*window_, "Dark")->trigger();
        QVERIFY(menuAction(*window_, "Dark")->isChecked() && !menuAction(*window_, "Light")->isChecked());
        QVERIFY(window_->workbench().state().theme->dark);
        QTRY_VERIFY(window_->grab().toImage().pixelColor(640, 790).lightness() < 80);
        menuAction(*window_, "Light")->trigger();
        QVERIFY(!window_->workbench().state().theme->dark);
    }
};

QTEST_MAIN(WindowTest)
#include "tst_window.moc"
