#include "base/utf8.h"

#include <QTest>

using namespace headlight;

class Utf8Test : public QObject {
    Q_OBJECT

private slots:
    void firstInvalidByteIsFound_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("at"); // -1: valid
        const auto row = [](const char* name, const char* text, int at) {
            QTest::newRow(name) << QByteArray(text) << at;
        };
        row("empty", "", -1);
        row("every length", "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80", -1);
        QTest::newRow("NUL") << QByteArray("a\0b", 3) << -1;
        row("least of two bytes", "\xC2\x80", -1);
        row("least of three bytes", "\xE0\xA0\x80", -1);
        row("least of four bytes", "\xF0\x90\x80\x80", -1);
        row("last before the surrogates", "\xED\x9F\xBF", -1);
        row("first behind the surrogates", "\xEE\x80\x80", -1);
        row("greatest", "\xF4\x8F\xBF\xBF", -1);
        row("Latin-1", "caf\xE9 noir", 3);
        row("Latin-1 at the end", "caf\xE9", 3);
        row("continuation alone", "ab\x80", 2);
        row("overlong slash", "\xC0\xAF", 0);
        row("overlong of two bytes", "x\xC1\xBF", 1);
        row("overlong of three bytes", "\xE0\x9F\xBF", 0);
        row("overlong of four bytes", "\xF0\x8F\xBF\xBF", 0);
        row("surrogate", "ok\xED\xA0\x80", 2);
        row("above U+10FFFF", "\xF4\x90\x80\x80", 0);
        row("no such lead", "\xF5\x80\x80\x80", 0);
        row("FE", "a\xFE", 1);
        row("cut short", "a\xE2\x82", 1);
        row("third byte wrong", "a\xE2\x82z", 1);
        row("second bad one", "\xC3\xA9\xC3", 2);
    }
    void firstInvalidByteIsFound() {
        QFETCH(QByteArray, text);
        QFETCH(int, at);
        const auto found = firstInvalidByte({text.constData(), static_cast<std::size_t>(text.size())});
        QCOMPARE(found ? static_cast<int>(*found) : -1, at);
    }

    void otherEncodingsAreKnown_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("encoding");
        QTest::newRow("UTF-16 LE, marked") << QByteArray("\xFF\xFE{\0", 4) << "UTF-16";
        QTest::newRow("UTF-16 BE, marked") << QByteArray("\xFE\xFF\0{", 4) << "UTF-16";
        QTest::newRow("UTF-16 LE") << QByteArray("{\0\n\0", 4) << "UTF-16";
        QTest::newRow("UTF-16 BE") << QByteArray("\0{\0\n", 4) << "UTF-16";
        QTest::newRow("UTF-32 LE, marked") << QByteArray("\xFF\xFE\0\0{\0\0\0", 8) << "UTF-32";
        QTest::newRow("UTF-32 BE, marked") << QByteArray("\0\0\xFE\xFF\0\0\0{", 8) << "UTF-32";
        QTest::newRow("UTF-32 LE") << QByteArray("{\0\0\0\n\0\0\0", 8) << "UTF-32";
        QTest::newRow("UTF-32 BE") << QByteArray("\0\0\0{\0\0\0\n", 8) << "UTF-32";
        QTest::newRow("UTF-8") << QByteArray("{}  ") << "";
        QTest::newRow("UTF-8, marked") << QByteArray("\xEF\xBB\xBF{}") << "";
        QTest::newRow("zeros") << QByteArray(8, '\0') << "";
        QTest::newRow("short") << QByteArray("{\0", 2) << "";
        QTest::newRow("empty") << QByteArray() << "";
    }
    void otherEncodingsAreKnown() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, encoding);
        QCOMPARE(QString::fromStdString(std::string(otherEncoding(bytes.toStdString()))), encoding);
    }

    /// Compares every code point with Qt's encoder.
    void everyCodePointIsReadBack() {
        for (char32_t point = 0; point <= 0x10FFFF; ++point) {
            if (point >= 0xD800 && point <= 0xDFFF) continue;
            const std::string text = QStringView(QChar::fromUcs4(point)).toUtf8().toStdString();
            if (firstInvalidByte(text))
                QFAIL(qPrintable(QStringLiteral("U+%1 is refused").arg(static_cast<uint>(point), 4, 16)));
            std::size_t at = 0;
            const char32_t read = nextCodePoint(text, at);
            if (read != point || at != text.size())
                QFAIL(qPrintable(QStringLiteral("U+%1 is misread").arg(static_cast<uint>(point), 4, 16)));
        }
    }
};

QTEST_APPLESS_MAIN(Utf8Test)
#include "tst_utf8.moc"
