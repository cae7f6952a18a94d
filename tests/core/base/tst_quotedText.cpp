#include "base/quotedText.h"

#include <QTest>

using namespace headlight;

class QuotedTextTest : public QObject {
    Q_OBJECT

private slots:
    void whatCannotBeShownIsReplaced_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("shown");
        const auto row = [](const char* name, const char* text, const char* shown) {
            QTest::newRow(name) << QByteArray(text) << "\"" + QByteArray(shown) + "\"";
        };
        row("plain", "My café 鞋", "My café 鞋");
        row("line break", "a\nb\tc", "a\uFFFDb\uFFFDc");
        row("escape", "\x1B[31m\x7F", "\uFFFD[31m\uFFFD");
        row("C1",
            "\xC2\x9B"
            "31mRED",
            "\uFFFD31mRED");
        row("override", "\u202Eabc", "\uFFFDabc");
        row("isolates", "\u2066a\u2069", "\uFFFDa\uFFFD");
        row("marks", "\u200Ea\u200Fb\u061C", "\uFFFDa\uFFFDb\uFFFD");
        row("separators", "a\u2028b\u2029", "a\uFFFDb\uFFFD");
        row("cannot be seen", "\uFEFFa\u200Bb\u2060c\u00ADd\u3164", "\uFFFDa\uFFFDb\uFFFDc\uFFFDd\uFFFD");
        row("joined", "👨\u200D👩 می\u200Cخواهم ❤\uFE0F", "👨\u200D👩 می\u200Cخواهم ❤\uFE0F");
        row("joins nothing", "\u200D1\uFE0F", "\uFFFD1\uFE0F");
        row("not UTF-8", "a\xFFz", "a\uFFFDz");
        row("broken off", "a\xE2\x82z", "a\uFFFD\uFFFDz");
        row("cut short", "a\xF0\x9F", "a\uFFFD\uFFFD");
        row("surrogate", "\xED\xA0\x80", "\uFFFD\uFFFD\uFFFD");
        QTest::newRow("NUL") << QByteArray("a\0b", 3) << QByteArray("\"a\uFFFDb\"");
    }
    void whatCannotBeShownIsReplaced() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, shown);
        QCOMPARE(QByteArray::fromStdString(quotedText(text.toStdString())), shown);
    }

    void briefIsSixtyCharacters() {
        const std::string sixty = QString(60, u'é').toStdString();
        QCOMPARE(quotedBriefly(sixty), "\"" + sixty + "\"");
        QCOMPARE(quotedBriefly(sixty + "é"), "\"" + sixty + "…\"");
        QCOMPARE(quotedText(sixty + sixty), "\"" + sixty + sixty + "\"");
    }
};

QTEST_APPLESS_MAIN(QuotedTextTest)
#include "tst_quotedText.moc"
