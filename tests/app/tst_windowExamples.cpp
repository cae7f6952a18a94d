// One example after another in the real window: nothing is lost, and nobody is asked without need.
#include "session/edits.h"
#include "support/verbs.h"
#include "windowBench.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QTimer>

using namespace headlight;
using test::control;
using test::menuAction;
using test::session;

class WindowExamplesTest : public QObject, private test::WindowBench {
    Q_OBJECT

private slots:
    void initTestCase() { prepare(); }
    void init() { begin(); }
    void cleanup() { end(); }

    /// Nobody is asked, and undo brings back what was there; only work that the history would lose is asked about.
    void lookingAtAnotherExampleIsAStep() {
        auto* box = control<QComboBox>(*window_, "Examples");
        const auto pick = [&](int i) {
            box->showPopup();
            box->view()->setCurrentIndex(box->model()->index(i, 0));
            QTest::keyClick(box->view(), Qt::Key_Return);
        };
        auto* sentence = control<QPlainTextEdit>(*window_, "Sentence");
        sentence->setFocus();
        sentence->moveCursor(QTextCursor::End);
        QTest::keyClicks(sentence, " Really");
        const Session mine = session(*window_);
        pick(1);
        QCOMPARE(window_->workbench().state().title, examples()[1].shownTitle());
        QVERIFY(!window_->isWindowModified());
        QCOMPARE(control<QLabel>(*window_, "Saved")->text(), QString("No changes"));
        QAction* undo = menuAction(*window_, "Undo Example: " + examples()[1].shownTitle());
        undo->trigger();
        QVERIFY(sameValues(session(*window_), mine));
        QVERIFY(window_->isWindowModified());
        QVERIFY(window_->windowTitle().startsWith(examples()[3].shownTitle()));
        menuAction(*window_, "Redo Example: " + examples()[1].shownTitle())->trigger();
        QVERIFY(sentence->toPlainText().startsWith("x1 x2"));
    }

    void closingAsksAboutWorkThatWasLeft_data() {
        QTest::addColumn<int>("edits");
        QTest::addColumn<QString>("answer"); // empty: nobody asks
        QTest::addColumn<bool>("closes");
        QTest::newRow("a touch") << 2 << "" << true;
        QTest::newRow("forgotten") << 5 << "Forget" << true;
        QTest::newRow("gone back to") << 5 << "Go back to them" << false;
    }
    void closingAsksAboutWorkThatWasLeft() {
        QFETCH(int, edits);
        QFETCH(QString, answer);
        Workbench& bench = window_->workbench();
        for (int i = 0; i < edits; ++i)
            QVERIFY(bench.apply(
                "Edit", testing::giving(withCell(session(*window_), {Parameter::Wq, 0, 0}, 0, 0, 10.0F + float(i)))));
        const Session mine = session(*window_);
        window_->files().openExample(examples()[0]);
        QString asked;
        QTimer::singleShot(0, window_.get(), [&] {
            const auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            if (!question) return;
            asked = question->text();
            for (QAbstractButton* button : question->buttons())
                if (button->text().remove('&') == answer) button->click();
        });
        QTEST(window_->close(), "closes");
        QCOMPARE(asked, answer.isEmpty() ? QString() : "Forget the changes to “My shoes are small, three heads”?");
        if (answer == "Go back to them") QVERIFY(sameValues(session(*window_), mine));
    }

    void savingProposesTheFirstWords() {
        QString proposed;
        QTimer::singleShot(0, window_.get(), [&] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (dialog) proposed = QFileInfo(dialog->selectedFiles().value(0)).fileName(), dialog->reject();
        });
        menuAction(*window_, "Save as...")->trigger();
        QCOMPARE(proposed, QString("My shoes are small.headlight"));
    }
};

QTEST_MAIN(WindowExamplesTest)
#include "tst_windowExamples.moc"
