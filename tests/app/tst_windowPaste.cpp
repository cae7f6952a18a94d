// 50 MB on the clipboard of the real window: text that cannot be used is refused with one message, and nothing is lost.
#include "app/windowBench.h"

#include <QClipboard>
#include <QLabel>
#include <QPlainTextEdit>
#include <QTableView>

using namespace headlight;
using testing::control;
using testing::session;

class WindowPasteTest : public QObject, private testing::WindowBench {
    Q_OBJECT

private slots:
    void init() { start(); }
    void cleanup() {
        QApplication::clipboard()->clear();
        end();
    }

    /// A notice about something else leaves the message of a failure in sight; the next edit removes it.
    void whatFailedStaysInSight() {
        auto* table = control<QTableView>(*window_, "W_q");
        QApplication::clipboard()->setText("abc, def");
        table->setFocus();
        QTest::keySequence(table, QKeySequence::Paste);
        const QString said = state().problem;
        QVERIFY2(said.startsWith("Nothing was pasted. "), qPrintable(said));
        testing::menuAction(*window_, "Larger text")->trigger();
        QCOMPARE(state().notice, QString("Text size: 110 %"));
        QCOMPARE(state().problem, said);
        QVERIFY(control<QLabel>(*window_, "Message")->isVisible());
        QCOMPARE(testing::shownText(*control<QLabel>(*window_, "Message")), said);
        testing::menuAction(*window_, "Smaller text")->trigger();
        QCOMPARE(state().problem, said);
        QApplication::clipboard()->setText("1 2 3\n4 5 6");
        QTest::keySequence(table, QKeySequence::Paste);
        QCOMPARE(state().problem, QString());
    }

    void whereToPasteIsSaid() {
        auto* map = control<QWidget>(*window_, "Scores, head 1");
        map->setFocus();
        QTest::keySequence(map, QKeySequence::Paste);
        QCOMPARE(state().notice, QString("Nothing was pasted: first choose a cell of a table, or the sentence."));
    }

    void muchIsRefused_data() {
        QTest::addColumn<QString>("where");
        QTest::addColumn<QString>("piece");
        QTest::addColumn<QString>("message");
        QTest::newRow("a word") << "Sentence"
                                << "a"
                                << "Nothing was pasted. One of the words would have more than 100000 letters.";
        QTest::newRow("words") << "Sentence"
                               << "and so on "
                               << "Nothing was pasted. The sentence has 50000000 bytes, but the limit is 1048576.";
        QTest::newRow("numbers") << "W_q"
                                 << "0.5\t2\n"
                                 << "Nothing was pasted. The pasted text holds more than 10000000 numbers.";
        QTest::newRow("words in a table") << "W_q"
                                          << "and so on "
                                          << "Nothing was pasted. Line 1, column 1: ";
    }
    void muchIsRefused() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        QSKIP("A sanitizer would need minutes and gigabytes.");
#endif
        constexpr int kLetters = 50'000'000;
        QFETCH(QString, where);
        QFETCH(QString, piece);
        QFETCH(QString, message);
        auto* field = control<QPlainTextEdit>(*window_, "Sentence");
        QWidget* to = field;
        for (auto* table : window_->findChildren<QTableView*>())
            if (table->accessibleName().startsWith(where)) to = table; // its name may be longer, as "W_q of head 1"
        QCOMPARE(to == field, where == "Sentence");
        const Session before = session(*window_);
        const QString sentence = field->toPlainText();
        QApplication::clipboard()->setText(piece.repeated(kLetters / piece.size()));
        to->setFocus();
        QTest::keySequence(to, QKeySequence::SelectAll);
        QTest::keySequence(to, QKeySequence::Paste);
        auto* said = control<QLabel>(*window_, "Message");
        QVERIFY2(said->text().startsWith(message), qPrintable(said->text()));
        QVERIFY2(said->text().size() < 200, qPrintable(said->text()));
        QVERIFY(session(*window_) == before);
        QVERIFY(!window_->isWindowModified() && state().refused.empty());
        QCOMPARE(field->toPlainText(), sentence);

        QApplication::clipboard()->setText(to == field ? "few words" : "0.5");
        QTest::keySequence(to, QKeySequence::Paste);
        QVERIFY(session(*window_) != before);
        QTRY_VERIFY(testing::settled(*window_));
        QVERIFY(said->text().isEmpty() || !said->isVisible());
    }
};

QTEST_MAIN(WindowPasteTest)
#include "tst_windowPaste.moc"
