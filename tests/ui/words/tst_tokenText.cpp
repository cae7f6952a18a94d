#include "words/tokenText.h"

#include <QTest>
#include <QTextDocument>
#include <QTextDocumentFragment>

using namespace headlight;

namespace {

Tokens tokensOf(const QString& sentence) {
    Tokens tokens;
    for (const QString& word : sentence.split(u' ')) tokens.texts.push_back(word.toStdString());
    tokens.ids.resize(tokens.texts.size());
    return tokens;
}

} // namespace

class TokenTextTest : public QObject {
    Q_OBJECT

private slots:
    void aTipIsNoMarkup_data() {
        QTest::addColumn<QString>("text");
        for (const char* text : {"shoes", "<s>", "<b>a</b> & b", "<s> \xE2\x86\x92 a\nquery 1, key 2\n0.5", "a < b"})
            QTest::newRow(text) << QString::fromUtf8(text);
    }
    void aTipIsNoMarkup() {
        QFETCH(QString, text);
        const QString tip = plainTip(text);
        const QString seen = Qt::mightBeRichText(tip) ? QTextDocumentFragment::fromHtml(tip).toPlainText() : tip;
        QCOMPARE(seen.simplified(), text.simplified());
    }

    void tokensCanBeSeen_data() {
        QTest::addColumn<QString>("token");
        QTest::addColumn<QString>("shown");
        QTest::newRow("word") << "shoes"
                              << "shoes";
        QTest::newRow("blank") << " "
                               << "␣";
        QTest::newRow("line break") << "\n"
                                    << "⏎";
        QTest::newRow("tab within") << "a\tb"
                                    << "a⇥b";
        QTest::newRow("control character") << QString(QChar(0x1b)) << QString(QChar(0x241b));
        QTest::newRow("zero width joiner alone") << QString(QChar(0x200d)) << "U+200D";
        QTest::newRow("combining mark alone") << QString(QChar(0x301)) << QString(QChar(0x25cc)) + QChar(0x301);
        QTest::newRow("combining mark on its letter") << QString("e") + QChar(0x301) << QString("e") + QChar(0x301);
        QTest::newRow("emoji family keeps its joiners") << "👩‍👩‍👧"
                                                        << "👩‍👩‍👧";
        QTest::newRow("hebrew") << "שלום"
                                << "שלום";
        QTest::newRow("byte order mark") << QString(QChar(0xfeff)) << "U+FEFF";
        QTest::newRow("no-break space") << QString(QChar(0xa0)) << "␣";
        QTest::newRow("delete") << QString(QChar(0x7f)) << QString(QChar(0x2421));
        QTest::newRow("nothing") << ""
                                 << "";
    }
    void tokensCanBeSeen() {
        QFETCH(QString, token);
        QFETCH(QString, shown);
        QCOMPARE(shownToken(token.toStdString()), shown);
    }

    void codePointsAreCounted() {
        QCOMPARE(codePoints("a😀"), QString("U+0061 U+1F600"));
        QCOMPARE(codePoints("abc", 2), QString("U+0061 U+0062 …"));
    }

    void positionsAreCountedFromOne_data() {
        QTest::addColumn<std::vector<int>>("positions");
        QTest::addColumn<QString>("text");
        QTest::newRow("none") << std::vector<int>{} << "";
        QTest::newRow("one") << std::vector{4} << "5";
        QTest::newRow("two") << std::vector{2, 6} << "3 and 7";
        QTest::newRow("as many as fit") << std::vector{0, 1, 2, 3} << "1, 2, 3 and 4";
        QTest::newRow("more") << std::vector{0, 1, 2, 3, 4, 5} << "1, 2, 3, 4 and 2 more";
    }
    void positionsAreCountedFromOne() {
        QFETCH(std::vector<int>, positions);
        QFETCH(QString, text);
        QCOMPARE(positionList(positions, 4), text);
    }

    void equalTokensHaveTheirPlaces() {
        Tokens tokens;
        tokens.texts = {"my", "big", "my"};
        tokens.ids = {0, 1, 0};
        QCOMPARE(placeMark(tokens, 0) + placeMark(tokens, 1) + placeMark(tokens, 2), QString::fromUtf8("₁₃"));
    }

    void tokensAreFoundByTheirText_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<std::vector<int>>("places");
        const auto row = [](const char* text, std::vector<int> places) {
            QTest::newRow(text) << QString::fromUtf8(text) << std::move(places);
        };
        row("", {});
        row("my", {0, 4});
        row("MY", {0, 4});
        row("e", {1, 2, 5, 6});
        row("big.", {7});
        row(".", {7});
        row("é", {8});
        row("x", {});
        row("my shoes", {});
    }
    void tokensAreFoundByTheirText() {
        QFETCH(QString, text);
        const Tokens tokens = tokensOf(QString::fromUtf8("My shoes are small my feet are big. É"));
        QTEST(placesHolding(tokens, text), "places");
    }

    void aPlaceIsMeantByPositionOrText_data() {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<int>("place"); // -1: none
        const auto row = [](const char* typed, int place) { QTest::newRow(typed) << QString(typed) << place; };
        row("1", 0);
        row(" 5 ", 4);
        row("0", -1);
        row("-1", -1);
        row("9", 3);
        row("99999999999", -1);
        row("my", 4);
        row("My", 0);
        row("MY", 0);
        row("sho", -1);
        row("shoes", 1);
        row("", -1);
    }
    void aPlaceIsMeantByPositionOrText() {
        QFETCH(QString, typed);
        QTEST(placeMeant(tokensOf("My shoes 3 9 my feet"), typed).value_or(-1), "place");
    }

    void subscripts() { QCOMPARE(subscript(1024), QString("₁₀₂₄")); }
};

QTEST_APPLESS_MAIN(TokenTextTest)
#include "tst_tokenText.moc"
