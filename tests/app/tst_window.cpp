// Operates the real window as a user does: finds controls by name, types, clicks, and checks what is shown.
#include "app/windowBench.h"
#include "panels/maps/HeatmapsPanel.h"
#include "panels/pipeline/PipelinePanel.h"
#include "session/edits.h"
#include "support/givenEdit.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QScopeGuard>
#include <QTableView>
#include <QTextBrowser>
#include <QWheelEvent>

using namespace headlight;
using testing::control;
using testing::menuAction;
using testing::session;
using testing::settled;

class WindowTest : public QObject, private testing::WindowBench {
    Q_OBJECT

private slots:
    void initTestCase() { prepare(); }
    void init() { begin(); }
    void cleanup() { end(); }

    void startsWithTheExample() {
        QCOMPARE(session(*window_).text.sentence, std::string("My shoes are small, my feet are big."));
        QVERIFY(!window_->isWindowModified());
        QVERIFY(window_->windowTitle().startsWith("My shoes are small"));
    }

    void typingASentenceChangesTokensAndMaps() {
        auto* sentence = control<QPlainTextEdit>(*window_, "Sentence");
        sentence->setFocus();
        sentence->selectAll();
        QTest::keyClicks(sentence, "one two three");
        QCOMPARE(session(*window_).text.tokens->count(), 3);
        QTRY_VERIFY(settled(*window_));
        for (const auto& tile : window_->workbench().state().frame->tiles) QCOMPARE(tile->stageRows, 3);
        QVERIFY(window_->isWindowModified());
    }

    void aClickBesideAllControlsClosesTheSentence() {
        auto* sentence = control<QPlainTextEdit>(*window_, "Sentence");
        const int line = sentence->height();
        sentence->setFocus();
        sentence->setPlainText(QString("word ").repeated(60));
        QTRY_VERIFY(sentence->height() > 2 * line);
        auto* panel = control<QWidget>(*window_, "Parameters");
        QTest::mouseClick(window_->windowHandle(), Qt::LeftButton, {}, panel->mapTo(window_.get(), QPoint(3, 3)));
        QTRY_COMPARE(sentence->height(), line);
    }

    void aCellEditChangesOnlyThatHeadsTiles() {
        const auto shown = [&] {
            return window_->workbench().state().responseTo(*window_->findChild<HeatmapsPanel*>());
        };
        const auto before = shown();
        const int head = window_->workbench().state().view.head;
        auto* table = control<QTableView>(*window_, "W_q");
        table->setCurrentIndex(table->model()->index(0, 1));
        type(*table, "2.5");
        const QRect editor = QApplication::focusWidget()->geometry(), cell = table->visualRect(table->currentIndex());
        QVERIFY(editor.contains(cell) && editor.height() == cell.height()); // it may be wider, for all digits
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QTRY_COMPARE((*session(*window_).layers[0].allHeads[std::size_t(head)][Parameter::Wq])(0, 1), 2.5F);
        QTRY_VERIFY(settled(*window_));
        const auto after = shown();
        QCOMPARE(after->tiles.size(), before->tiles.size());
        for (std::size_t i = 0; i < after->tiles.size(); ++i)
            QCOMPARE(after->tiles[i] == before->tiles[i], after->tiles[i]->demand.head != head);
        QCOMPARE(window_->workbench().document().history().undoText(),
                 QString("Edit W_q[1, 2] of head %1").arg(head + 1));
        QTRY_VERIFY(window_->workbench().state().editToPixelsMs > 0);
    }

    /// An edit is presented when it is made, when its frame is there, and when a later answer comes.
    void anEditIsPresentedNoOftenerThanItMust_data() {
        QTest::addColumn<bool>("isMoreToCome");
        QTest::addColumn<bool>("hasPictures"); // pictures of the pipeline; a folded one has none
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
            int count = 0;
        } counter;
        Workbench& bench = window_->workbench();
        const ViewState& state = bench.state();
        if (isMoreToCome) bench.scheduler().ask(counter, {{{Stage::Q, 0, 0, {}, 5, 5}}, {}, Priority::Later});
        auto* pipeline = window_->findChild<PipelinePanel*>();
        pipeline->setFolded(!hasPictures);
        const auto isDone = [&] { // the time is shown last
            const auto response = state.responseTo(counter);
            return settled(*window_) && state.editToPixelsMs >= 0 &&
                   (!isMoreToCome || (response && response->frame->session == state.session)) &&
                   (!hasPictures || state.responseTo(*pipeline)->frame->session == state.session);
        };
        QVERIFY(bench.apply("Warm up", testing::givenEdit(withCell(state.session, {Parameter::Wv, 0, 0}, 0, 0, 1))));
        QTRY_VERIFY(isDone());
        bench.add(counter);
        const auto removed = qScopeGuard([&] { bench.remove(counter); });
        for (const float value : {2.5F, 2.25F}) { // two edits in a row
            const double before = state.editToPixelsMs;
            counter.count = 0;
            QVERIFY(
                bench.apply("Edit", testing::givenEdit(withCell(state.session, {Parameter::Wv, 0, 0}, 0, 0, value))));
            QTRY_VERIFY(isDone() && state.editToPixelsMs != before);
            QCoreApplication::processEvents();
            QCOMPARE(counter.count, times);
        }
    }

    void theMenuChoosesMaps() {
        menuAction(*window_, "Q")->trigger();
        menuAction(*window_, "Scores")->trigger();
        QCOMPARE(window_->workbench().state().maps.stages, (std::vector{Stage::Q, Stage::Weights}));
        QTRY_VERIFY(control<QWidget>(*window_, "Q, head 3")->isVisible());
        QVERIFY(!menuAction(*window_, "Masked")->isVisible()); // there is no mask
        menuAction(*window_, "Weights")->trigger();
        menuAction(*window_, "Q")->trigger(); // the last shown stage stays
        QVERIFY(menuAction(*window_, "Q")->isChecked());
        QVERIFY(control<QWidget>(*window_, "Q, head 3")->isVisible());
    }

    void fullScreenIsLeftAtOnceHoweverItCame() {
        window_->setWindowState(Qt::WindowMaximized | Qt::WindowFullScreen); // as stored by the last window
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
        type(*table, "1bc");
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QTRY_VERIFY(testing::shownText(*control<QLabel>(*window_, "Message")).contains("\"1bc\" is not a number"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QVERIFY(session(*window_) == before);
    }

    void showingASentenceNeverEditsIt() {
        History& history = window_->workbench().document().history();
        for (const char* sentence : {"a\uFDD0b", "a\uFDD1b", "a\r\nb", "a\u2029b", "a\u00A0b"}) {
            const int steps = history.count();
            QVERIFY(window_->workbench().apply("Type", testing::givenEdit(withSentence(session(*window_), sentence))));
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

    void theInspectorShowsTheNotebooksNumbers() {
        window_->files().openExample(examples()[2]);
        window_->workbench().select(0, 1, 1);
        auto* page = control<QTextBrowser>(*window_, "How the number came to be");
        for (const char* number : {"4.3783", "0.5687", "0.2593", "0.5718", "1.0390", "0.9041"})
            QTRY_VERIFY2(page->toPlainText().contains(number), number);
    }

    void thePictureGoesToTheClipboard() {
        menuAction(*window_, "Copy picture")->trigger();
        QVERIFY(!QApplication::clipboard()->image().isNull());
        QVERIFY(control<QLabel>(*window_, "Notice")->text().contains("clipboard"));
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
