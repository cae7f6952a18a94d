// The row of tokens, and its descriptions.
#include "support/givenEdit.h"
#include "ui/panels/sentence/sentenceBench.h"

#include <QAbstractButton>
#include <QScrollBar>
#include <QTest>

using namespace headlight;
using testing::control;

class SentenceChipsTest : public QObject, private testing::SentenceBench {
    Q_OBJECT

private slots:
    void init() { start(); }
    void cleanup() { t_.reset(); }

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

    void chipsTellWhoShares() {
        QCOMPARE(summary(), QString::fromUtf16(u"8 tokens · 7 distinct · “\u2068are\u2069” shares one embedding"));
        QVERIFY(tip(2).contains("Shares its embedding with the token at 7"));
        QVERIFY(!tip(0).contains("U+"));
        QVERIFY(!tip(0).contains("Shares"));
    }

    void chipsThatShareAreMarked() {
        // No "are" is a query, a key or under the pointer: dots are below both of them, and below no others.
        t_->bench.select(0, 0, 1);
        const auto dots = [&](int token) { // the most in one line of pixels below the letters
            const QImage shown = chips()->viewport()->grab(chip(token)).toImage();
            int most = 0;
            for (int y = shown.height() * 3 / 4; y < shown.height(); ++y) {
                int found = 0;
                for (int x = 1; x < shown.width(); ++x) {
                    const auto isDark = [&](int at) { return shown.pixelColor(at, y).lightness() < 215; };
                    found += isDark(x) && !isDark(x - 1);
                }
                most = std::max(most, found);
            }
            return most;
        };
        for (const int token : {2, 6}) QVERIFY2(dots(token) >= 5, qPrintable(QString::number(dots(token))));
        for (const int token : {3, 4, 5, 7}) QVERIFY2(dots(token) <= 2, qPrintable(QString::number(dots(token))));
    }

    void idsAreShownOnRequest() {
        const QFontMetrics small(textFont(8));
        const int plain = chip(7).width(); // of "big.", which is in code point order behind My and are: id 2
        t_->bench.look([](Look& look) { look.tokenIds = true; });
        QCOMPARE(chip(7).width(), plain + 6 + small.horizontalAdvance('2'));
        t_->bench.look([](Look& look) { look.tokenIds = false; });
        QCOMPARE(chip(7).width(), plain);
        QVERIFY(tip(7).contains("Token 8, id 2"));
    }

    void rightToLeftTokensAreIsolated() {
        QVERIFY(t_->bench.apply("Sentence", testing::givenEdit(withSentence(t_->session(), "שלום a שלום"))));
        QVERIFY(summary().contains(QStringLiteral(u"\u2068שלום\u2069")));
        QVERIFY(tip(0).startsWith(QStringLiteral(u"“\u2068שלום\u2069”")));
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
        QVERIFY(t_->bench.apply("Sentence", testing::givenEdit(withSentence(t_->session(), sentence.toStdString()))));
        QCOMPARE(summary(), expected);
        QCOMPARE(field()->toPlainText(), sentence);
    }

    void twoThousandTokens() {
        QString sentence;
        for (int i = 0; i < 2000; ++i) sentence += QString("word%1 ").arg(i);
        QVERIFY(t_->bench.apply("Sentence", testing::givenEdit(withSentence(t_->session(), sentence.toStdString()))));
        QVERIFY(testing::atRest(*t_->panel));
        QVERIFY(chips()->width() < t_->panel->width());
        QVERIFY(chips()->horizontalScrollBar()->maximum() > 100 * 1000);
        QCOMPARE(chips()->viewport()->children().size(), 0); // chips are painted, not widgets
        t_->bench.select(0, 1500, 1500);
        QVERIFY(chips()->viewport()->rect().contains(chip(1500)));
        QCOMPARE(chips()->indexAt(chip(1500).center()).row(), 1500);
        QVERIFY(!chips()->grab().isNull());
    }

    /// A chip that is selected elsewhere is scrolled into sight, clear of the faded ends, also in a narrower window.
    void aPickedChipIsWholeInSight() {
        QString sentence;
        for (int i = 0; i < 4000; ++i) sentence += QString("word%1 ").arg(i);
        QVERIFY(t_->bench.apply("Sentence", testing::givenEdit(withSentence(t_->session(), sentence.toStdString()))));
        QVERIFY(testing::atRest(*t_->panel));
        const auto isClear = [&](int token) {
            QRegion clear = chips()->viewport()->rect();
            for (const QAbstractButton* end : chips()->findChildren<QAbstractButton*>())
                if (end->isVisible()) clear -= end->geometry();
            return clear.intersected(chip(token)) == QRegion(chip(token));
        };
        for (const int token : {1500, 1503, 1490, 3999, 2, 0, 3998}) {
            t_->bench.select(0, token, token);
            QVERIFY2(isClear(token), qPrintable(QString::number(token)));
        }
        t_->bench.select(0, 2000, 2000);
        t_->panel->resize(t_->panel->width() - 170, t_->panel->height());
        QTRY_VERIFY(isClear(2000));
    }

    /// The line is scrolled by the wheel, and by the arrows at its ends, which are shown only if more tokens follow.
    void theLineScrolls() {
        QString sentence;
        for (int i = 0; i < 100; ++i) sentence += QString("word%1 ").arg(i);
        QVERIFY(t_->bench.apply("Sentence", testing::givenEdit(withSentence(t_->session(), sentence.toStdString()))));
        QVERIFY(testing::atRest(*t_->panel));
        auto *earlier = control<QAbstractButton>(*chips(), "Earlier tokens"),
             *later = control<QAbstractButton>(*chips(), "Later tokens");
        QVERIFY(!earlier->isVisible() && later->isVisible());
        const QPointF at = chip(2).center();
        QWheelEvent wheel(at, chips()->viewport()->mapToGlobal(at), {}, {0, -120}, Qt::NoButton, {}, Qt::NoScrollPhase,
                          false);
        const int before = chip(2).left();
        QApplication::sendEvent(chips()->viewport(), &wheel);
        QVERIFY(chip(2).left() < before && chip(2).left() > before - chips()->width());
        QVERIFY(earlier->isVisible() && later->isVisible());
        for (int i = 0; i < 20; ++i) later->click();
        QVERIFY(earlier->isVisible() && !later->isVisible());
        QVERIFY(chips()->viewport()->rect().contains(chip(99)));
        const int there = chip(99).left();
        QTest::keyClicks(field(), "x"); // typing does not scroll it
        QCOMPARE(chip(99).left(), there);
    }

private:
    void click(int token, Qt::MouseButton button, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QTest::mouseClick(chips()->viewport(), button, modifiers, chip(token).center());
    }
};

QTEST_MAIN(SentenceChipsTest)
#include "tst_sentenceChips.moc"
