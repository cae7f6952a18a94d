// Words beyond the limit of a session stay in their field. They are not saved, and only the user discards them.
#include "app/windowBench.h"
#include "io/sessionFile.h"
#include "session/edits.h"
#include "support/givenEdit.h"
#include "text/tokenizers.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTest>

using namespace headlight;
using testing::control;
using testing::session;

class RefusedSentenceTest : public QObject, private testing::WindowBench {
    Q_OBJECT

private slots:
    void init() {
        start();
        much_ = QString("w ").repeated(kMaxTokens + 1);
        field()->setPlainText(much_);
        QVERIFY(window_->isWindowModified());
    }
    void cleanup() { window_.reset(); }

    void savingSaysWhatItLeavesOut() {
        const QString path = folder_.filePath("a.headlight");
        QVERIFY(window_->workbench().files().save(path).ok());
        QVERIFY(control<QLabel>(*window_, "Message")->text().startsWith("Saved, but without the text in the"));
        QCOMPARE(field()->toPlainText(), much_);
        QVERIFY(window_->isWindowModified());
    }

    void nothingTakesItAwayWithoutAQuestion_data() {
        QTest::addColumn<QString>("what");
        for (const char* what : {"close", "an example", "New"}) QTest::newRow(what) << what;
    }
    void nothingTakesItAwayWithoutAQuestion() {
        QFETCH(QString, what);
        const auto attempt = [&] {
            if (what == "close") window_->close();
            if (what == "an example") window_->files().openExample(examples()[1]);
            if (what == "New") testing::menuAction(*window_, "New")->trigger();
        };
        QString asked;
        testing::answerQuestion(*window_, "Keep editing", asked);
        attempt();
        QVERIFY(!asked.isEmpty());
        QVERIFY(window_->isVisible());
        QCOMPARE(field()->toPlainText(), much_);
        testing::answerQuestion(*window_, "Discard", asked);
        attempt();
        QVERIFY(!asked.isEmpty());
        QCOMPARE(window_->isVisible(), what != "close");
        if (what != "close") QVERIFY(field()->toPlainText() != much_);
    }

    /// Switching cross-attention off asks only about refused words of the second sentence.
    void switchingItsSentenceOffAsks() {
        field()->setPlainText("a b");
        QAction* second = testing::menuAction(*window_, "Cross-attention");
        second->trigger();
        auto* its = control<QPlainTextEdit>(*window_, "Second sentence");
        its->setPlainText(much_);
        QCOMPARE(state().refused.size(), std::size_t{1});
        QString asked;
        testing::answerQuestion(*window_, "Keep editing", asked);
        second->trigger();
        QVERIFY(!asked.isEmpty());
        testing::openMenu(*window_, "Attention");
        QVERIFY(session(*window_).source && its->isVisible() && second->isChecked());
        QCOMPARE(its->toPlainText(), much_);
        testing::answerQuestion(*window_, "Discard", asked);
        second->trigger();
        QVERIFY(!asked.isEmpty());
        QVERIFY(!session(*window_).source && state().refused.empty() && !second->isChecked());
        field()->setPlainText(much_); // refused words of the first sentence, which stays
        testing::answerQuestion(*window_, "Keep editing", asked);
        second->trigger();
        QVERIFY(asked.isEmpty() && session(*window_).source);
        QCOMPARE(field()->toPlainText(), much_);
    }

    /// A reset to a session without the second sentence asks, too, and asks once.
    void resettingItAwayAsks() {
        field()->setPlainText("a b");
        testing::menuAction(*window_, "Cross-attention")->trigger();
        control<QPlainTextEdit>(*window_, "Second sentence")->setPlainText(much_);
        const auto reset = [&] {
            for (QAction* one : window_->findChildren<QAction*>())
                if (one->text().remove('&').startsWith("Reset ")) return one->trigger();
        };
        QString asked;
        testing::answerQuestion(*window_, "Keep editing", asked);
        reset();
        QVERIFY(!asked.isEmpty() && session(*window_).source);
        testing::answerQuestion(*window_, "Discard", asked);
        reset();
        QVERIFY(!asked.isEmpty() && !session(*window_).source && state().refused.empty());
    }

    /// Each step of history that would replace the refused words asks first: a step with other words, and a step to
    /// another stretch of history, even with equal words.
    void noStepOfHistoryTakesItAway_data() {
        QTest::addColumn<QString>("action");
        QTest::addColumn<QString>("step");
        QTest::addColumn<bool>("isAsked");
        QTest::newRow("undo, other words") << "Undo"
                                           << "words" << true;
        QTest::newRow("redo, other words") << "Redo"
                                           << "words" << true;
        QTest::newRow("undo, another stretch") << "Undo"
                                               << "stretch" << true;
        QTest::newRow("redo, another stretch") << "Redo"
                                               << "stretch" << true;
        QTest::newRow("reset, other words") << "Reset"
                                            << "words" << true;
        QTest::newRow("undo, a number") << "Undo"
                                        << "number" << false;
        QTest::newRow("redo, a number") << "Redo"
                                        << "number" << false;
        QTest::newRow("reset, a number") << "Reset"
                                         << "number" << false;
    }
    void noStepOfHistoryTakesItAway() {
        QFETCH(QString, action);
        QFETCH(QString, step);
        QFETCH(bool, isAsked);
        Workbench& bench = window_->workbench();
        const Session other = *withCell(session(*window_), {Parameter::Wq, 0, 0}, 0, 0, 9);
        if (step == "words") field()->setPlainText("other words");
        if (step == "number") QVERIFY(bench.apply("Edit", testing::givenEdit(other)));
        if (step == "stretch") bench.document().put("Look at another", other, "another");
        if (action == "Redo") bench.undo();
        field()->setPlainText(much_);
        QCOMPARE(state().refused.size(), std::size_t{1});
        const Session before = session(*window_);
        const auto attempt = [&] {
            for (QAction* one : window_->findChildren<QAction*>())
                if (one->text().remove('&').startsWith(action + " ")) return one->trigger();
            QFAIL("There is no such entry.");
        };
        QString asked;
        if (step == "stretch") attempt(); // undo and redo only stop at the first try
        testing::answerQuestion(*window_, "Keep editing", asked);
        attempt();
        QCOMPARE(!asked.isEmpty(), isAsked);
        QCOMPARE(session(*window_) == before, isAsked);
        QCOMPARE(field()->toPlainText(), much_);
        if (!isAsked) return;
        testing::answerQuestion(*window_, "Discard", asked);
        attempt();
        QVERIFY(!asked.isEmpty() && session(*window_) != before);
        QVERIFY(field()->toPlainText() != much_ && state().refused.empty());
    }

private:
    QPlainTextEdit* field() { return control<QPlainTextEdit>(*window_, "Sentence"); }
    QString much_;
};

QTEST_MAIN(RefusedSentenceTest)
#include "tst_refusedSentence.moc"
