#include "base/decimal.h"
#include "io/JsonReader.h"
#include "io/base64.h"

#include <nlohmann/json.hpp>

#include <QRegularExpression>
#include <QTest>

#include <limits>
#include <random>

using namespace headlight;

namespace {

std::string copyOf(const std::string& json, const JsonLimits& limits = {}) {
    JsonReader reader(json, limits);
    const std::string copy = reader.copied();
    reader.finish();
    return reader.ok() ? copy : "! " + reader.problem().text;
}

} // namespace

class JsonReaderTest : public QObject {
    Q_OBJECT

private slots:
    /// Other writers escape the slash, which is frequent in base64; the limit of a string's length does not apply to
    /// it.
    void aMatrixInBase64IsNoString() {
        const std::vector<float> numbers(30, -1.9999999F); // BF FF FF FF: slashes
        std::string text = base64OfFloats(numbers);
        const std::size_t slash = text.find('/');
        QVERIFY(slash != text.npos);
        text.insert(slash, "\\");
        JsonLimits limits;
        limits.textBytes = 100;
        QVERIFY(text.size() > limits.textBytes);
        const std::string json = "\"" + text + "\"";
        JsonReader reader(json, limits);
        std::vector<float> read;
        reader.base64(read);
        reader.finish();
        QVERIFY2(reader.ok(), reader.ok() ? "" : reader.problem().text.c_str());
        QVERIFY(read == numbers);
    }

    void valuesKeepTheirLetters_data() {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("copy");
        const auto row = [](const char* json, const char* copy) { QTest::newRow(json) << json << copy; };
        row(" null ", "null");
        row("[true,false]", "[true, false]");
        row("-0", "-0");
        row("1.50e+01", "1.50e+01");
        row("123456789012345678901234567890", "123456789012345678901234567890");
        row("{\"a\":{\"b\" : [ ]},\n\"c\":{}}", "{\"a\": {\"b\": []}, \"c\": {}}");
        row("\"\\u00e9 \\/ \\ud83d\\ude42\"", "\"\\u00e9 \\/ \\ud83d\\ude42\"");
        row("\xEF\xBB\xBF[1]", "[1]");
    }
    void valuesKeepTheirLetters() {
        QFETCH(QString, json);
        QFETCH(QString, copy);
        QCOMPARE(QString::fromStdString(copyOf(json.toStdString())), copy);
    }

    void mistakesAreNamed_data() {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* json, const char* message) { QTest::newRow(json) << json << message; };
        row("", "Line 1, column 1: the text ends where a value is expected. The file is incomplete.");
        row("[1,\n 2 3]", "Line 2, column 4, in [1]: a comma or ] is missing before this.");
        row("[1,]", "Line 1, column 4, in [1]: no value can begin with \"]\".");
        row("[1", "Line 1, column 3, in [0]: the text ends too early. The file is incomplete.");
        row("{\"a\" 1}", "Line 1, column 6, in a: a colon is missing here.");
        row("{\"a\": 1,}", "Line 1, column 9, in a: a name in double quotes is expected here.");
        row("{a: 1}", "Line 1, column 2: a name in double quotes is expected here.");
        row("{\"a\": {\"b\": 1, \"b\": 2}}", "a.b occurs twice in the same object (line 1, column 16).");
        row("{\"a\": 1, \"\\u0061\": 2}", "a occurs twice in the same object (line 1, column 10).");
        row("01", "Line 1, column 2: there is text after the end. Remove it.");
        row("1.", "Line 1, column 1: this is not a number.");
        row("-", "Line 1, column 1: this is not a number.");
        row("+1", "Line 1, column 1: no value can begin with \"+\".");
        row(".5", "Line 1, column 1: no value can begin with \".\".");
        row("NaN", "Line 1, column 1: no value can begin with \"N\".");
        row("nul", "Line 1, column 1: no value can begin with \"n\".");
        row("'a'", "Line 1, column 1: no value can begin with \"'\".");
        row("// note\n1", "Line 1, column 1: no value can begin with \"/\".");
        row("\"abc", "Line 1, column 5: the text ends inside quotes. The file is incomplete.");
        row("\"a\nb\"", "Line 1, column 3: a control character inside quotes; write it as \\n, \\t or \\u0000.");
        const char* const kEscape =
            "The session contains an invalid escape sequence or half of a surrogate pair (line 1, column 1).";
        row("\"\\x\"", kEscape);
        row("\"\\ud83d\"", kEscape);
        row("\"\\ude42\"", kEscape);
        row("\"\\u12\"", kEscape);
        row("\"\\u-123\"", kEscape);
        row("[1] [2]", "Line 1, column 5: there is text after the end. Remove it.");
        row("[\"é\", x]", "Line 1, column 7, in [1]: no value can begin with \"x\".");
        row("[€]", "Line 1, column 2, in [0]: no value can begin with \"€\".");
    }
    void mistakesAreNamed() {
        QFETCH(QString, json);
        QFETCH(QString, message);
        QCOMPARE(QString::fromStdString(copyOf(json.toStdString())), "! " + message);
    }

    void bytesThatAreNotUtf8AreNamed() {
        QCOMPARE(
            copyOf("[\n\"a\xFF\"]"),
            std::string(
                "! Line 2, column 3, in [0]: this byte is not UTF-8. The file is damaged, or it is not a text file."));
        QCOMPARE(
            copyOf("[\xF2\xF2"),
            std::string(
                "! Line 1, column 2, in [0]: this byte is not UTF-8. The file is damaged, or it is not a text file."));
        QCOMPARE(copyOf(std::string("[\0]", 3)),
                 std::string("! Line 1, column 2, in [0]: no value can begin with \"\uFFFD\"."));
    }

    void limitsHold() {
        const JsonLimits limits{.bytes = 40, .depth = 3, .textBytes = 5, .numbers = 4, .members = 3};
        QCOMPARE(copyOf("[[[1]]]", limits), std::string("[[[1]]]"));
        QCOMPARE(copyOf("[[[[1]]]]", limits),
                 std::string("! [0][0][0] is nested deeper than 3 levels (line 1, column 4)."));
        QCOMPARE(copyOf("[1,2,3,4]", limits), std::string("[1, 2, 3, 4]"));
        QCOMPARE(copyOf("[1,2,3,4,5]", limits),
                 std::string("! [4] exceeds the limit of 4 numbers (line 1, column 10)."));
        QCOMPARE(copyOf("\"12345\"", limits), std::string("\"12345\""));
        QCOMPARE(copyOf("\"123456\"", limits),
                 std::string("! The session is 6 bytes long; the limit is 5 bytes (line 1, column 1)."));
        QCOMPARE(copyOf("{\"a\":{\"b\":{\"c\":1}}}", limits), std::string("{\"a\": {\"b\": {\"c\": 1}}}"));
        QCOMPARE(copyOf("{\"a\":1,\"b\":1,\"c\":1,\"d\":1}", limits),
                 std::string("! d exceeds the limit of 3 members (line 1, column 20)."));
        QCOMPARE(copyOf(std::string(41, ' '), limits), std::string("! It is 41 bytes long; the limit is 40 bytes."));
    }

    /// Members count as long as their object is read.
    void namesAreLimited() {
        const JsonLimits limits{.names = 3};
        const std::string two = "{\"a\": {\"b\": 1, \"c\": 1}, \"d\": {\"e\": 1}}";
        QCOMPARE(copyOf(two, limits), two);
        QCOMPARE(copyOf("{\"a\": 1, \"d\": {\"e\": 1, \"f\": 1}}", limits),
                 std::string("! d.f exceeds the limit of 3 members of an object and of those around it; divide it into "
                             "several objects (line 1, column 24)."));
    }

    void aBase64HoldsNumbersToo() {
        const auto said = [](const std::string& json) {
            const JsonLimits limits{.numbers = 4};
            JsonReader reader(json, limits);
            reader.list([&](std::size_t) {
                std::vector<float> numbers;
                reader.base64(numbers);
            });
            return reader.problem().text;
        };
        const std::string two = '"' + base64OfFloats(std::vector<float>(2)) + '"';
        QCOMPARE(said("[" + two + ", " + two + "]"), std::string());
        QCOMPARE(said("[" + two + ", " + two + ", " + two + "]"),
                 std::string("[2] contains too many numbers; the limit is 4 (line 1, column 34)."));
    }

    void deepNestingEndsSoon() {
        QVERIFY(copyOf(std::string(1'000'000, '[')).find("nested deeper than 64 levels") != std::string::npos);
        std::string objects;
        for (int i = 0; i < 100'000; ++i) objects += "{\"a\":";
        QVERIFY(copyOf(objects).find("nested deeper than 64 levels") != std::string::npos);
    }

    void numbersAreRoundedOnce_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<float>("value");
        QTest::newRow("tenth") << "0.1" << 0.1F;
        // A number just above the middle between two floats; as a double it would be the middle, and be rounded to
        // even.
        QTest::newRow("above the middle") << "16777217.0000000001" << 16777218.0F;
        QTest::newRow("the middle") << "16777217" << 16777216.0F;
        QTest::newRow("smallest") << "1e-45" << std::numeric_limits<float>::denorm_min();
        QTest::newRow("smaller") << "1e-46" << 0.0F;
        QTest::newRow("long and small") << ("0." + QString(500, '0') + "1") << 0.0F;
        QTest::newRow("long and small, large exponent") << ("0." + QString(500, '0') + "1e501") << 1.0F;
        QTest::newRow("long and large, small exponent") << ("1" + QString(500, '0') + "e-500") << 1.0F;
        QTest::newRow("zero, large exponent") << "0e999999999999" << 0.0F;
    }
    void numbersAreRoundedOnce() {
        QFETCH(QString, text);
        QFETCH(float, value);
        const std::string literal = text.toStdString();
        QCOMPARE(numberLength(literal), literal.size());
        const auto found = nearest<float>(literal);
        QVERIFY(found.has_value());
        QCOMPARE(*found, value);
    }

    void largeNumbersAreInfinite() {
        for (const char* text : {"1e39", "3.5e38", "-1e39", "1e400", "1e99999999999999999999"})
            QVERIFY2(std::isinf(nearest<float>(text).value()), text);
        QVERIFY(std::isinf(nearest<float>("1" + std::string(500, '0')).value()));
        QVERIFY(std::isinf(nearest<double>("1e309").value()));
    }

    /// An independent reader accepts the same texts as JSON, and reads the same values.
    void anotherReaderAgrees() {
        std::mt19937 random(7);
        const std::string seeds[] = {"{\"a\": [1, -2.5e1, {\"b\": null}], \"c\": \"x\\u00e9\\n\"}",
                                     "[[1,2],[3.25,-0],[\"\\ud83d\\ude42\",true,false]]", "{\"k\":{},\"l\":[]}"};
        const std::string letters = "{}[]\",:0123456789.-+eEtrufalsn\\/ \n\tbcd\xC3\xA9";
        const QRegularExpression large("[eE]\\+?[0-9]{3}");
        int accepted = 0;
        for (int i = 0; i < 60'000; ++i) {
            std::string json = seeds[random() % 3];
            for (unsigned int n = random() % 4; n > 0; --n) {
                const std::size_t at = random() % json.size();
                const char letter = letters[random() % letters.size()];
                if (random() % 3 == 0)
                    json.erase(at, 1);
                else if (random() % 2)
                    json[at] = letter;
                else
                    json.insert(at, 1, letter);
            }
            const std::string copy = copyOf(json);
            // Numbers too large for a double are no error of grammar; repeated names are errors only for this reader.
            if (QString::fromStdString(json).contains(large)) continue;
            if (copy.find("occurs twice") != copy.npos) continue;
            const bool ours = copy[0] != '!';
            QVERIFY2(ours == nlohmann::json::accept(json), (json + "\n" + copy).c_str());
            if (ours) QVERIFY2(nlohmann::json::parse(copy) == nlohmann::json::parse(json), json.c_str());
            accepted += ours;
        }
        QVERIFY(accepted > 10'000 && accepted < 55'000);
    }
};

QTEST_APPLESS_MAIN(JsonReaderTest)
#include "tst_JsonReader.moc"
