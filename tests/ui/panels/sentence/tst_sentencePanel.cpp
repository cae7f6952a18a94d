#include "controls/TokenChips.h"
#include "panels/sentence/SentencePanel.h"
#include "support/bench.h"
#include "support/controls.h"
#include "support/jobs.h"
#include "support/verbs.h"
#include "text/tokenizers.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QTextBlock>

using namespace headlight;
using test::control;
using test::shoesSession;

class SentencePanelTest : public QObject {
    Q_OBJECT

private slots:
    void init() { start(shoesSession()); }
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

    /// A letter is none, however long the sentence; who cancels one has what there was.
    void aLargeChangeIsAJob() {
        start(*withEmbeddingSize(shoesSession(), 12));
        QString words; // of 12 numbers each
        for (int i = 0; i < 6000; ++i) words += QString("w%1, ").arg(i);
        testing::NamingJobs jobs(t_->bench);
        jobs.areCancelled = true;
        paste(words);
        QCOMPARE(jobs.names, QStringList{"Type sentence"});
        QCOMPARE(field()->toPlainText(), QString("My shoes are small, my feet are big."));
        QVERIFY(!field()->property("invalid").toBool());
        jobs.areCancelled = false;
        paste(words);
        QCOMPARE(t_->session().text.tokens->count(), 6000);
        jobs.names.clear();
        field()->moveCursor(QTextCursor::Start);
        QTest::keyClicks(field(), "x");
        QCOMPARE(jobs.names, QStringList());
        auto* remove = control<QLineEdit>(*t_->panel, "Remove characters");
        jobs.areCancelled = true;
        QTest::keyClicks(remove, "0");
        QCOMPARE(remove->text(), QString(","));
        auto* tokenizers = control<QComboBox>(*t_->panel, "Tokenizer");
        const int before = tokenizers->currentIndex();
        QTest::keyClick(tokenizers, Qt::Key_Down);
        QCOMPARE(tokenizers->currentIndex(), before);
        QCOMPARE(jobs.names, (QStringList{"Change removed characters", "Change tokenizer to Words"}));
    }

    void aBurstEndsWithEnterAnotherEditOrTheFocus() {
        field()->moveCursor(QTextCursor::End);
        QTest::keyClicks(field(), "a");
        QTest::keyClick(field(), Qt::Key_Return);
        QTest::keyClicks(field(), "b");
        QCOMPARE(t_->history().count(), 2);
        QVERIFY(t_->bench.apply("Edit", testing::giving(withCell(t_->session(), {Parameter::Wq, 0, 0}, 0, 0, 7))));
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

    void presentingASentenceDoesNotChangeIt() {
        Session session = shoesSession();
        session = *withSentence(session, "a\r\nb c");
        start(session);
        t_->bench.presentAgain(*t_->panel);
        QVERIFY(t_->session() == session);
        QCOMPARE(t_->history().count(), 0);
        QCOMPARE(field()->document()->blockCount(), 2);
    }

    void growsToThreeLines() {
        const int one = field()->height();
        field()->selectAll();
        QTest::keyClicks(field(), "a");
        for (int i = 0; i < 9; ++i) {
            QTest::keyClick(field(), Qt::Key_Return, Qt::ShiftModifier);
            QTest::keyClicks(field(), "a");
        }
        QTRY_VERIFY(field()->height() > 2 * one - 20);
        QVERIFY(field()->height() < 3 * one);
        QCOMPARE(t_->session().text.tokens->count(), 10);
    }

    /// Qt's own way up a page may never end where a line ends right-to-left text: up from behind the mark is behind the
    /// mark.
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

    void whatIsTooMuchIsSaidAndStaysInTheField() {
        const Session before = t_->session();
        QString much;
        for (int i = 0; i <= kMaxTokens; ++i) much += "w ";
        field()->selectAll();
        QApplication::clipboard()->setText(much);
        QTest::keySequence(field(), QKeySequence::Paste);
        QVERIFY(t_->session() == before);
        QVERIFY(!t_->bench.state().problem.isEmpty());
        QVERIFY(field()->property("invalid").toBool());
        t_->bench.presentAgain(*t_->panel);
        QCOMPARE(field()->toPlainText(), much);
        QTest::keyClick(field(), Qt::Key_Backspace);
        QTest::keyClick(field(), Qt::Key_Backspace);
        QCOMPARE(t_->session().text.tokens->count(), kMaxTokens);
        QVERIFY(!field()->property("invalid").toBool());
        QVERIFY(t_->bench.state().problem.isEmpty());
    }

    /// Qt broke the lines of a word from its start, each anew: that took over a minute. What cannot be is not even laid
    /// out, and leaves the field as it was.
    void muchIsAnsweredAtOnce_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("problem");
        QTest::newRow("a long word") << QString(90'000, 'a') << "";
        QTest::newRow("too long a word") << QString(1'000'000, 'a')
                                         << "Nothing was pasted. One of the words would have more than 100000 letters.";
        QTest::newRow("too many words") << QString("and so on ").repeated(100'000)
                                        << "Nothing was pasted. The sentence has 300000 tokens, but at most 8192 fit";
        QTest::newRow("too many letters")
            << QString("letters ").repeated(1'000'000) << "Nothing was pasted. The sentence";
    }
    void muchIsAnsweredAtOnce() {
        QFETCH(QString, text);
        QFETCH(QString, problem);
        QElapsedTimer time;
        time.start();
        paste(text);
        QVERIFY(test::atRest(*t_->panel));
        QVERIFY2(time.elapsed() < 3000, qPrintable(QString::number(time.elapsed())));
        const QString before = "My shoes are small, my feet are big.";
        QVERIFY(field()->toPlainText() == (problem.isEmpty() ? text : before));
        QCOMPARE(t_->bench.state().problem.isEmpty(), problem.isEmpty());
        QVERIFY2(problem.isEmpty() || t_->bench.state().problem.startsWith(problem),
                 qPrintable(t_->bench.state().problem));
        QVERIFY(!field()->property("invalid").toBool());
    }

    void whatIsRefusedCountsAsUnsaved() {
        QString much;
        for (int i = 0; i <= kMaxTokens; ++i) much += "w ";
        QVERIFY(!t_->bench.state().modified);
        paste(much);
        QVERIFY(t_->bench.state().modified && !t_->bench.document().isModified());
        QVERIFY(t_->bench.state().refused.contains("8193 tokens"));
        QCOMPARE(field()->toolTip(), t_->bench.state().refused);
        QVERIFY(t_->bench.apply("Elsewhere", testing::giving(withCell(t_->session(), {Parameter::Wq, 0, 0}, 0, 0, 9))));
        QCOMPARE(field()->toPlainText(), much);
        QVERIFY(t_->bench.state().refused.contains("8193 tokens"));
        field()->setPlainText("w w");
        QVERIFY(t_->bench.state().refused.isEmpty());
        paste(much);
        t_->history().undo(); // to the sentence before
        QVERIFY(t_->bench.state().refused.isEmpty());
        QVERIFY(!field()->property("invalid").toBool());
    }

    /// Also where the next document has the same sentence.
    void whatIsRefusedGoesWithItsDocument() {
        t_->bench.newDocument();
        QString much;
        for (int i = 0; i <= kMaxTokens; ++i) much += "w ";
        paste(much);
        QVERIFY(t_->bench.state().modified);
        t_->bench.newDocument();
        QCOMPARE(field()->toPlainText(), QString());
        QVERIFY(!t_->bench.state().modified);
        QVERIFY(!field()->property("invalid").toBool());
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
        QVERIFY2(t_->lastStep().startsWith("Change tokenizer to "), qPrintable(t_->lastStep()));
        while (t_->history().canUndo()) t_->history().undo();
        QCOMPARE(box->currentData().toString(), QString("whitespace"));
    }

    void charactersAreRemoved() {
        auto* remove = control<QLineEdit>(*t_->panel, "Remove characters");
        QCOMPARE(remove->text(), QString(","));
        remove->setFocus();
        remove->selectAll();
        QTest::keyClicks(remove, ".s");
        QCOMPARE(t_->session().text.tokenizer.remove, std::string(".s"));
        QCOMPARE(t_->session().text.tokens->texts[1], std::string("hoe"));
        QCOMPARE(t_->history().count(), 1);
        t_->history().undo();
        QCOMPARE(remove->text(), QString(","));
    }

    void chipsPickQueryAndKey() {
        click(4, Qt::LeftButton);
        QCOMPARE(t_->bench.state().view.query, 4);
        click(2, Qt::LeftButton, Qt::ShiftModifier);
        QCOMPARE(t_->bench.state().view.key, 2);
        click(7, Qt::RightButton);
        QCOMPARE(t_->bench.state().view.key, 7);
        QCOMPARE(t_->bench.state().view.query, 4);
        chips()->setFocus();
        QTest::keyClick(chips(), Qt::Key_Right);
        QTest::keyClick(chips(), Qt::Key_Left, Qt::ShiftModifier);
        QCOMPARE(t_->bench.state().view.query, 5);
        QCOMPARE(t_->bench.state().view.key, 6);
        QTest::keyClick(chips(), Qt::Key_Home);
        QTest::keyClick(chips(), Qt::Key_Left);
        QCOMPARE(t_->bench.state().view.query, 0);
        QCOMPARE(t_->history().count(), 0);
    }

    void tokensAreNoMarkup() {
        QVERIFY(t_->bench.apply("Type", testing::giving(withSentence(t_->session(), "<s> a b <s>"))));
        auto* label = control<QLabel>(*t_->panel, "Token summary");
        QVERIFY(label->text().contains(QStringLiteral("<s>")));
        QCOMPARE(label->textFormat(), Qt::PlainText);
    }

    void chipsTellWhoShares() {
        QCOMPARE(chips()->accessibleDescription(), QString("My shoes are small my feet are big."));
        QCOMPARE(summary(), QString::fromUtf16(u"8 tokens · 7 distinct · “\u2068are\u2069” shares one embedding"));
        QVERIFY(chips()->tipOf(2).contains("Shares its embedding with the token at 7."));
        QVERIFY(chips()->tipOf(0).contains("U+004D U+0079"));
        QVERIFY(!chips()->tipOf(0).contains("Shares"));
    }

    void chipsThatShareAreMarked() {
        // Neither query nor key nor under the pointer: dots stand below the ids of both "are" and below no other's.
        t_->bench.select(0, 0, 1);
        const QColor mark = lightTheme().accent;
        const auto dots = [&](int token) {
            const QImage shown = chips()->viewport()->grab(chips()->chipRect(token)).toImage();
            int found = 0;
            for (int y = 0; y < shown.height(); ++y)
                for (int x = 0; x < shown.width(); ++x) {
                    const QColor c = shown.pixelColor(x, y);
                    found += std::abs(c.red() - mark.red()) + std::abs(c.green() - mark.green()) +
                                 std::abs(c.blue() - mark.blue()) <
                             60;
                }
            return found;
        };
        for (const int token : {2, 6}) QVERIFY2(dots(token) >= 1, qPrintable(QString::number(token)));
        for (const int token : {3, 4, 5, 7}) QCOMPARE(dots(token), 0);
    }

    void rightToLeftTokensAreIsolated() {
        QVERIFY(t_->bench.apply("Sentence", testing::giving(withSentence(t_->session(), "שלום a שלום"))));
        QVERIFY(summary().contains(QStringLiteral(u"\u2068שלום\u2069")));
        QVERIFY(chips()->tipOf(0).startsWith(QStringLiteral(u"“\u2068שלום\u2069”")));
    }

    void summaries_data() {
        QTest::addColumn<QString>("sentence");
        QTest::addColumn<QString>("expected");
        QTest::newRow("none") << ""
                              << "No tokens yet";
        QTest::newRow("one") << "a"
                             << "1 token";
        QTest::newRow("all distinct") << "a b"
                                      << "2 tokens · 2 distinct";
        QTest::newRow("two that repeat") << "a b a b c"
                                         << "5 tokens · 3 distinct · equal tokens share one embedding";
    }
    void summaries() {
        QFETCH(QString, sentence);
        QFETCH(QString, expected);
        QVERIFY(t_->bench.apply("Sentence", testing::giving(withSentence(t_->session(), sentence.toStdString()))));
        QCOMPARE(summary(), expected);
        QCOMPARE(field()->toPlainText(), sentence);
    }

    void twoThousandTokens() {
        QString sentence;
        for (int i = 0; i < 2000; ++i) sentence += QString("word%1 ").arg(i);
        QVERIFY(t_->bench.apply("Sentence", testing::giving(withSentence(t_->session(), sentence.toStdString()))));
        QVERIFY(test::atRest(*t_->panel));
        QVERIFY(chips()->width() < t_->panel->width());
        QVERIFY(chips()->wholeWidth() > 100 * 1000);
        QCOMPARE(chips()->viewport()->children().size(), 0); // painted, not built
        t_->bench.select(0, 1500, 1500);
        QVERIFY(chips()->viewport()->rect().contains(chips()->chipRect(1500)));
        QCOMPARE(chips()->chipAt(chips()->chipRect(1500).center()), 1500);
        QVERIFY(!chips()->grab().isNull());
    }

    void presentingTheSameTwiceDoesNothing() {
        QTRY_VERIFY(t_->bench.state().frame);
        QVERIFY(test::atRest(*t_->panel));
        test::PaintCount all(t_->panel.get(), test::PaintCount::Of::Window);
        test::PaintCount chipPaints(chips()->viewport()), fieldPaints(field()->viewport());
        t_->bench.presentAgain(*t_->panel);
        QVERIFY(test::atRest(*t_->panel));
        QCOMPARE(all.count, 0);
        t_->bench.select(0, 3, 3);
        QTRY_VERIFY(chipPaints.count > 0);
        QCOMPARE(fieldPaints.count, 0);
    }

private:
    void start(const Session& session) {
        t_.reset();
        t_ = std::make_unique<test::PanelBench<SentencePanel>>(session, QSize(1280, 100));
        t_->panel->setClock([this] { return now_; });
        QVERIFY(test::atRest(*t_->panel));
        field()->setFocus();
    }
    void paste(const QString& text) { ///< over all that stands there
        field()->selectAll();
        QApplication::clipboard()->setText(text);
        QTest::keySequence(field(), QKeySequence::Paste);
    }
    QPlainTextEdit* field() { return control<QPlainTextEdit>(*t_->panel, "Sentence"); }
    TokenChips* chips() { return control<TokenChips>(*t_->panel, "Tokens"); }
    QString summary() { return control<QLabel>(*t_->panel, "Token summary")->text(); }
    void click(int token, Qt::MouseButton button, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QTest::mouseClick(chips()->viewport(), button, modifiers, chips()->chipRect(token).center());
    }

    std::int64_t now_ = 0; ///< time stands still unless a test moves it
    std::unique_ptr<test::PanelBench<SentencePanel>> t_;
};

QTEST_MAIN(SentencePanelTest)
#include "tst_sentencePanel.moc"
