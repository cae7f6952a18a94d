// Tests numbers as base64 and back, wherever the letters are cut; other letters are refused.
#include "io/base64.h"

#include <QTest>

#include <bit>
#include <limits>
#include <optional>
#include <random>

using namespace headlight;

namespace {

/// Reads the letters in two pieces, the first of which has `first` letters. Returns nothing if they are wrong.
std::optional<std::vector<float>> numbersOf(std::string_view letters, std::size_t first) {
    std::vector<float> numbers;
    Base64Floats reader(numbers);
    for (const std::string_view piece : {letters.substr(0, first), letters.substr(first)})
        if (reader.take(piece) < piece.size()) return std::nullopt;
    return reader.end() ? std::optional(numbers) : std::nullopt;
}

bool sameBits(const std::vector<float>& a, const std::vector<float>& b) {
    return std::ranges::equal(
        a, b, [](float x, float y) { return std::bit_cast<std::uint32_t>(x) == std::bit_cast<std::uint32_t>(y); });
}

std::vector<float> someNumbers(std::size_t count) {
    std::mt19937 random(static_cast<unsigned int>(count));
    std::vector<float> numbers(count);
    for (float& number : numbers) number = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    return numbers;
}

} // namespace

class Base64Test : public QObject {
    Q_OBJECT

private slots:
    void cutAnywhere() {
        for (std::size_t count = 0; count < 14; ++count) {
            const auto numbers = someNumbers(count);
            const std::string letters = base64OfFloats(numbers);
            QCOMPARE(letters.size(), (4 * count + 2) / 3 * 4);
            for (std::size_t first = 0; first <= letters.size(); ++first) {
                const auto read = numbersOf(letters, first);
                QVERIFY2(read && sameBits(*read, numbers), (letters + " cut at " + std::to_string(first)).c_str());
            }
        }
    }

    void knownLetters() { // RFC 4648's alphabet, from another writer
        QVERIFY(sameBits(*numbersOf("AACAPwAAAMAAAAAA", 0), {1, -2, 0}));
        QVERIFY(sameBits(*numbersOf("AADAfw==", 3), {std::numeric_limits<float>::quiet_NaN()}));
    }

    void everyOtherLetterIsRefused() {
        const std::string alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        const std::string letters = base64OfFloats(someNumbers(9)); // 48, without padding
        for (const std::size_t at : {0U, 5U, 16U, 31U, 47U})
            for (int code = 0; code < 256; ++code) {
                std::string changed = letters;
                changed[at] = static_cast<char>(code);
                const bool isLetter = alphabet.find(changed[at]) != alphabet.npos;
                for (const std::size_t first : {std::size_t(0), std::size_t(7), at})
                    QVERIFY2(numbersOf(changed, first).has_value() == isLetter, std::to_string(code).c_str());
            }
    }

    void wrongEnds_data() {
        QTest::addColumn<QString>("letters");
        for (const char* letters : {"A",           "AA",           "AAA",
                                    "AAAA",        "AAAAAA",       "AAAAAAA",
                                    "AAAAAA=",     "AAAAAAA=",     "AAAAAA===",
                                    "=",           "==",           "A===",
                                    "AA==",        "AAA=",         "AAAAAA==AAAA",
                                    "AAAA=AAA",    "AAAAA===",     "AAAAAAAAAA=A",
                                    "AAAAAB==",    "AAAAAAAAAA==", "AAAAAAAAAAA=AAAA",
                                    "AAAAAAAAAAB="})
            QTest::newRow(letters) << letters;
    }
    void wrongEnds() {
        QFETCH(QString, letters);
        const std::string text = letters.toStdString();
        for (std::size_t first = 0; first <= text.size(); ++first) QVERIFY(!numbersOf(text, first));
    }

    void rightEnds() {
        QCOMPARE(numbersOf("", 0)->size(), std::size_t(0));
        QCOMPARE(numbersOf("AAAAAA==", 0)->size(), std::size_t(1));
        QCOMPARE(numbersOf("AAAAAAAAAAA=", 0)->size(), std::size_t(2));
        QCOMPARE(numbersOf("AAAAAAAAAAAAAAAA", 0)->size(), std::size_t(3));
    }
};

QTEST_APPLESS_MAIN(Base64Test)
#include "tst_base64.moc"
