#include "words/tokenText.h"

#include <QTest>

using namespace headlight;

namespace {

Tokens tokensOf(const QString& sentence) {
    Tokens tokens;
    for (const QString& word : sentence.split(u' ')) tokens.texts.push_back(word.toStdString());
    tokens.ids.resize(tokens.texts.size());
    return tokens;
}

} // namespace

class TokenSearchTest : public QObject {
    Q_OBJECT

private slots:
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
};

QTEST_GUILESS_MAIN(TokenSearchTest)
#include "tst_tokenSearch.moc"
