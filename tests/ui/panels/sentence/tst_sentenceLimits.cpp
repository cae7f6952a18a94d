// Sentences beyond the limits of a session, or too large to be made at once.
#include "support/givenEdit.h"
#include "support/givenStages.h"
#include "support/jobs.h"
#include "text/tokenizers.h"
#include "ui/panels/sentence/sentenceBench.h"

#include <QComboBox>
#include <QLineEdit>

using namespace headlight;
using testing::control;
using testing::shoesSession;

class SentenceLimitsTest : public QObject, private testing::SentenceBench {
    Q_OBJECT

    static Session givenWeights(const char* sentence, Index tokens) {
        return testing::givenSession(sentence, {{{Parameter::GivenWeights, Matrix::Ones(tokens, tokens)}}});
    }

private slots:
    void init() { start(); }
    void cleanup() { t_.reset(); }

    /// A letter is no job, however long the sentence is. Cancelling a large change restores the former text.
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
        auto* tokenizers = control<QComboBox>(*t_->panel, "Tokenizer");
        tokenizers->showPopup();
        auto* remove = control<QLineEdit>(*t_->panel, "Leave out");
        QVERIFY(remove->isVisible());
        jobs.areCancelled = true;
        QTest::keyClicks(remove, "0");
        QCOMPARE(remove->text(), QString(","));
        QVERIFY(!remove->isVisible()); // it may not cover the window of the job
        const int before = tokenizers->currentIndex();
        QTest::keyClick(tokenizers, Qt::Key_Down);
        QCOMPARE(tokenizers->currentIndex(), before);
        QCOMPARE(jobs.names, (QStringList{"Leave out characters", "Split into words"}));
    }

    /// Given weights grow with the square of the sentence: a paste is a job, a letter is none.
    void aPasteBesideGivenWeightsIsAJob() {
        start(givenWeights("a b", 2));
        testing::NamingJobs jobs(t_->bench);
        paste(QString("w ").repeated(400)); // may be 800 tokens, 640,000 numbers
        QCOMPARE(jobs.names, QStringList{"Type sentence"});
        field()->moveCursor(QTextCursor::End);
        QTest::keyClicks(field(), "x");
        QCOMPARE(jobs.names.size(), 1);
    }
    void newRowsOfGivenWeightsAreSaid() {
        start(givenWeights("ab cd", 2));
        QTest::keyClick(control<QComboBox>(*t_->panel, "Tokenizer"), Qt::Key_End);
        QVERIFY(t_->session().text.tokens->count() > 3);
        QVERIFY2(t_->bench.state().notice.contains("rows of weights in layer 1 were filled with 0"),
                 qPrintable(t_->bench.state().notice));
    }

    void whatIsTooMuchIsSaidAndStaysInTheField() {
        const Session before = t_->session();
        QString much;
        for (int i = 0; i <= kMaxTokens; ++i) much += "w ";
        field()->setPlainText(much); // as several pastes do; a single one would be refused by the field
        field()->moveCursor(QTextCursor::End);
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

    /// Qt breaks a long word into lines from its start each time, which took over a minute. So a long word is broken
    /// anywhere before the layout, and a longer one is refused and leaves the field unchanged.
    void muchIsAnsweredAtOnce_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("problem");
        QTest::newRow("a long word") << QString(90'000, 'a') << "";
        QTest::newRow("too long a word") << QString(1'000'000, 'a')
                                         << "Nothing was pasted. One of the words would have more than 100000 letters.";
        QTest::newRow("too many words") << QString("and so on ").repeated(100'000)
                                        << "Nothing was pasted. The sentence has 300000 tokens, but the limit is 46339";
        QTest::newRow("too many letters")
            << QString("letters ").repeated(1'000'000) << "Nothing was pasted. The sentence";
    }
    void muchIsAnsweredAtOnce() {
        QFETCH(QString, text);
        QFETCH(QString, problem);
        int layouts = 0, slow = 0;
        connect(field()->document(), &QTextDocument::contentsChange, this, [&] {
            ++layouts;
            slow += problem.isEmpty() && field()->wordWrapMode() != QTextOption::WrapAnywhere;
        });
        paste(text);
        QVERIFY(testing::atRest(*t_->panel));
        QCOMPARE(layouts, problem.isEmpty() ? 1 : 0);
        QCOMPARE(slow, 0);
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
        field()->setPlainText(much);
        QVERIFY(t_->bench.state().modified && !t_->bench.document().isModified());
        QVERIFY(t_->bench.state().refused.at(Sentence::First).contains("46340 tokens"));
        QCOMPARE(field()->toolTip(), t_->bench.state().refused.at(Sentence::First));
        QVERIFY(
            t_->bench.apply("Elsewhere", testing::givenEdit(withCell(t_->session(), {Parameter::Wq, 0, 0}, 0, 0, 9))));
        QCOMPARE(field()->toPlainText(), much);
        QVERIFY(t_->bench.state().refused.at(Sentence::First).contains("46340 tokens"));
        field()->setPlainText("w w");
        QVERIFY(t_->bench.state().refused.empty());
        field()->setPlainText(much);
        t_->history().undo(); // to the sentence before
        QVERIFY(t_->bench.state().refused.empty());
        QVERIFY(!field()->property("invalid").toBool());
    }

    /// Refused words are dropped with their document, even if the next one has the same sentence.
    void whatIsRefusedGoesWithItsDocument() {
        t_->bench.files().newDocument();
        QString much;
        for (int i = 0; i <= kMaxTokens; ++i) much += "w ";
        field()->setPlainText(much);
        QVERIFY(t_->bench.state().modified);
        t_->bench.files().newDocument();
        QCOMPARE(field()->toPlainText(), QString());
        QVERIFY(!t_->bench.state().modified);
        QVERIFY(!field()->property("invalid").toBool());
    }
};

QTEST_MAIN(SentenceLimitsTest)
#include "tst_sentenceLimits.moc"
