#include "support/givenEdit.h"
#include "text/tokenizers.h"
#include "ui/panels/sentence/sentenceBench.h"

#include <QAbstractButton>
#include <QAction>
#include <QComboBox>
#include <QLineEdit>
#include <QScrollBar>
#include <QTextBlock>

using namespace headlight;
using testing::control;
using testing::shoesSession;

class SentencePanelTest : public QObject, private testing::SentenceBench {
    Q_OBJECT

private slots:
    void init() { start(); }
    void cleanup() { t_.reset(); }

    void typingChangesTheTokens() {
        field()->moveCursor(QTextCursor::End);
        QTest::keyClicks(field(), " Or");
        QCOMPARE(t_->session().text.sentence, std::string("My shoes are small, my feet are big. Or"));
        QCOMPARE(t_->session().text.tokens->count(), 9);
        QCOMPARE(t_->history().count(), 1);
        QCOMPARE(t_->lastStep(), QString("Type sentence"));
        QVERIFY(summary().startsWith("9 tokens"));
    }

    /// The field shows the sentence of the state that the maps show, and cannot be edited then.
    void itShowsTheStateComparedWith() {
        field()->moveCursor(QTextCursor::End);
        QTest::keyClicks(field(), " Or");
        const Session now = t_->session();
        const auto show = [&](Compared compared) {
            t_->bench.look([compared](MapOptions& maps) { maps.compared = compared; });
        };
        show(Compared::Other);
        QCOMPARE(field()->toPlainText(), QString("My shoes are small, my feet are big."));
        QVERIFY(summary().startsWith("8 tokens") && chips()->model()->rowCount() == 8);
        QVERIFY(!field()->isEnabled() && !chips()->isEnabled());
        show(Compared::Difference);
        QCOMPARE(field()->toPlainText(), QString("My shoes are small, my feet are big. Or"));
        QVERIFY(field()->isEnabled() && chips()->model()->rowCount() == 9);
        QVERIFY(t_->session() == now && t_->history().count() == 1);
    }

    void undoTakesTheTypingBackAndKeepsTheCursorsPlace() {
        QTextCursor cursor = field()->textCursor();
        cursor.setPosition(2);
        field()->setTextCursor(cursor);
        QTest::keyClicks(field(), "x");
        QCOMPARE(t_->session().text.sentence, std::string("Myx shoes are small, my feet are big."));
        t_->history().undo();
        QCOMPARE(field()->toPlainText(), QString("My shoes are small, my feet are big."));
        QCOMPARE(field()->textCursor().position(), 2);
        t_->history().redo();
        QCOMPARE(field()->textCursor().position(), 3);
    }

    void aBurstEndsWithEnterAnotherEditOrTheFocus() {
        field()->moveCursor(QTextCursor::End);
        QTest::keyClicks(field(), "a");
        QTest::keyClick(field(), Qt::Key_Return);
        QTest::keyClicks(field(), "b");
        QCOMPARE(t_->history().count(), 2);
        QVERIFY(t_->bench.apply("Edit", testing::givenEdit(withCell(t_->session(), {Parameter::Wq, 0, 0}, 0, 0, 7))));
        QTest::keyClicks(field(), "c");
        QCOMPARE(t_->history().count(), 4);
        control<QComboBox>(*t_->panel, "Tokenizer")->setFocus();
        field()->setFocus();
        QTest::keyClicks(field(), "d");
        QCOMPARE(t_->history().count(), 5);
        QVERIFY(t_->session().text.sentence.ends_with("big.abcd"));
    }

    void aBurstEndsWithASecondOfRest() {
        field()->moveCursor(QTextCursor::End);
        QTest::keyClicks(field(), "a");
        for (int i = 0; i < 10; ++i) {
            now_ += 999;
            QTest::keyClicks(field(), "b");
        }
        QCOMPARE(t_->history().count(), 1);
        now_ += 1000;
        QTest::keyClicks(field(), "c");
        QCOMPARE(t_->history().count(), 2);
    }

    void typedAndTakenBackIsNoStep() {
        const Session before = t_->session();
        field()->moveCursor(QTextCursor::End);
        QTest::keyClicks(field(), "xy");
        QTest::keyClick(field(), Qt::Key_Backspace);
        QTest::keyClick(field(), Qt::Key_Backspace);
        QVERIFY(sameValues(t_->session(), before));
        QCOMPARE(t_->history().count(), 0);
    }

    void lineBreaksAndOddBlanksStay_data() {
        QTest::addColumn<QString>("pasted");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("lines") << "one\ntwo\nthree"
                               << "one\ntwo\nthree";
        QTest::newRow("lines of other systems") << "one\r\ntwo\rthree"
                                                << "one\ntwo\nthree";
        QTest::newRow("no-break space") << QString("one") + QChar(0xa0) + "two" << QString("one") + QChar(0xa0) + "two";
        QTest::newRow("right to left") << "שלום עולם"
                                       << "שלום עולם";
        QTest::newRow("emoji and marks") << QString("👩‍👩‍👧 e") + QChar(0x301)
                                         << QString("👩‍👩‍👧 e") + QChar(0x301);
    }
    void lineBreaksAndOddBlanksStay() {
        QFETCH(QString, pasted);
        QFETCH(QString, sentence);
        paste(pasted);
        QCOMPARE(QString::fromStdString(t_->session().text.sentence), sentence);
        QCOMPARE(t_->history().count(), 1);
    }

    void matricesAreForTables_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("isSaid");
        QTest::newRow("printed by NumPy") << "[[0.43 0.15]\n [0.55 0.87]]" << true;
        QTest::newRow("with a name") << "W_q = [[0.43, 0.15], [0.55, 0.87]]" << true;
        QTest::newRow("words") << "a [small] shoe" << false;
        QTest::newRow("a reference") << "[1] The cat sat" << false;
        QTest::newRow("two references") << "[1, 2] The cat sat on the mat" << false;
        QTest::newRow("numbers as words") << "1 2 3" << false;
    }
    void matricesAreForTables() {
        QFETCH(const QString, text);
        paste(text);
        QCOMPARE(QString::fromStdString(t_->session().text.sentence), text);
        QTEST(t_->bench.state().notice.startsWith("The pasted text holds matrices."), "isSaid");
    }

    /// The selected token is gone with the old words, so the view begins at the first one.
    void aPastedSentenceIsSeenFromItsStart() {
        t_->bench.select(0, 6, 5);
        paste(
            "The quick brown fox jumps over a lazy dog while the bird sits in the old apple tree and sings about small "
            "shoes that my big feet never wear on cold wet days");
        QCOMPARE(t_->bench.state().view.query, 0);
        QCOMPARE(t_->bench.state().view.key, 0);
        QVERIFY(chips()->viewport()->rect().contains(chip(0)));
    }

    void presentingASentenceDoesNotChangeIt() {
        Session session = shoesSession();
        session = *withSentence(session, "a\r\nb c");
        start(session);
        t_->bench.presentAgain(*t_->panel);
        QVERIFY(t_->session() == session);
        QCOMPARE(t_->history().count(), 0);
        QCOMPARE(field()->document()->blockCount(), 2);
    }

    /// While a long text has the focus, it opens over the panels below, which keep their places.
    void aLongTextOpensTheField() {
        const QRect chipsBefore = chips()->geometry();
        const int one = field()->height(), panel = t_->panel->sizeHint().height();
        field()->selectAll();
        QTest::keyClicks(field(), "a");
        for (int i = 0; i < 9; ++i) {
            QTest::keyClick(field(), Qt::Key_Return, Qt::ShiftModifier);
            QTest::keyClicks(field(), "a");
        }
        QTRY_VERIFY(field()->height() > 3 * one);
        QVERIFY(field()->height() < 6 * one);
        QCOMPARE(t_->session().text.tokens->count(), 10);
        control<QComboBox>(*t_->panel, "Tokenizer")->setFocus();
        QCOMPARE(field()->height(), one);
        QCOMPARE(field()->verticalScrollBar()->value(), 0);
        field()->setFocus();
        QVERIFY(field()->height() > 3 * one);
        QCOMPARE(chips()->geometry(), chipsBefore);
        QCOMPARE(t_->panel->sizeHint().height(), panel);
    }

    /// Qt's own paging may never end at the end of right-to-left text, where moving up from a position leads to itself.
    void pagesTurnWhereverWordsRunRightToLeft() {
        const QString text = QStringLiteral(u"a\nb\nc\nd\nשלום עולם東京\u2028d two blanks");
        field()->setPlainText(text);
        QTRY_VERIFY(field()->verticalScrollBar()->maximum() > 0);
        for (const auto& [key, mode] :
             {std::pair{Qt::Key_PageUp, Qt::NoModifier}, std::pair{Qt::Key_PageUp, Qt::ShiftModifier},
              std::pair{Qt::Key_PageDown, Qt::NoModifier}, std::pair{Qt::Key_PageDown, Qt::ShiftModifier}})
            for (int place = 0; place <= text.size(); ++place) {
                QTextCursor cursor(field()->document());
                cursor.setPosition(place);
                field()->setTextCursor(cursor);
                QTest::keyClick(field(), key, mode);
                const bool isUp = key == Qt::Key_PageUp;
                QVERIFY(isUp ? field()->textCursor().position() <= place : field()->textCursor().position() >= place);
                if (!mode) QVERIFY(!field()->textCursor().hasSelection());
            }
        field()->moveCursor(QTextCursor::Start);
        QTest::keyClick(field(), Qt::Key_PageDown, Qt::ShiftModifier);
        QCOMPARE(field()->textCursor().selectedText(), QStringLiteral(u"a\u2029b\u2029c\u2029"));
    }

    void undoKeysReachTheWindow() {
        QAction undo;
        undo.setShortcut(QKeySequence::Undo);
        t_->panel->addAction(&undo);
        connect(&undo, &QAction::triggered, this, [this] { t_->history().undo(); });
        field()->moveCursor(QTextCursor::End);
        QTest::keyClicks(field(), "x");
        QTest::keySequence(field(), QKeySequence::Undo);
        QCOMPARE(t_->session().text.sentence, std::string("My shoes are small, my feet are big."));
    }

    void theTokenizerIsChosen() {
        auto* box = control<QComboBox>(*t_->panel, "Tokenizer");
        QCOMPARE(box->count(), int(tokenizers().size()));
        QCOMPARE(box->currentData().toString(), QString("whitespace"));
        const int words = box->findData("words");
        box->setFocus();
        while (box->currentIndex() != words)
            QTest::keyClick(box, box->currentIndex() < words ? Qt::Key_Down : Qt::Key_Up);
        QCOMPARE(t_->session().text.tokenizer.kind, std::string("words"));
        QCOMPARE(t_->lastStep(), QString("Split into words"));
        box->showPopup();
        QVERIFY(control<QAbstractButton>(*t_->panel, "Split into words")->isChecked());
        control<QAbstractButton>(*t_->panel, "Split into characters")->click();
        QCOMPARE(t_->session().text.tokenizer.kind, std::string("characters"));
        QCOMPARE(box->currentText(), QString("Split into characters"));
        while (t_->history().canUndo()) t_->history().undo();
        QCOMPARE(box->currentData().toString(), QString("whitespace"));
        QVERIFY(control<QAbstractButton>(*t_->panel, "Split at spaces")->isChecked());
    }

    void charactersAreRemoved() {
        control<QComboBox>(*t_->panel, "Tokenizer")->showPopup();
        auto* remove = control<QLineEdit>(*t_->panel, "Leave out");
        QCOMPARE(remove->text(), QString(","));
        QTRY_COMPARE(QApplication::focusWidget(), remove);
        remove->selectAll();
        QTest::keyClicks(remove, ".s");
        QCOMPARE(t_->session().text.tokenizer.remove, std::string(".s"));
        QCOMPARE(t_->session().text.tokens->texts[1], std::string("hoe"));
        QCOMPARE(t_->history().count(), 1);
        QTest::keyClick(remove, Qt::Key_Return);
        QVERIFY(!remove->isVisible());
        t_->history().undo();
        QCOMPARE(remove->text(), QString(","));
    }

    void presentingTheSameTwiceDoesNothing() {
        QTRY_VERIFY(t_->bench.state().frame);
        QVERIFY(testing::atRest(*t_->panel));
        testing::PaintCount all(t_->panel.get(), testing::PaintCount::Of::Window);
        testing::PaintCount chipPaints(chips()->viewport()), fieldPaints(field()->viewport());
        t_->bench.presentAgain(*t_->panel);
        QVERIFY(testing::atRest(*t_->panel));
        QCOMPARE(all.count, 0);
        t_->bench.select(0, 3, 3);
        QTRY_VERIFY(chipPaints.count > 0);
        QCOMPARE(fieldPaints.count, 0);
    }
};

QTEST_MAIN(SentencePanelTest)
#include "tst_sentencePanel.moc"
