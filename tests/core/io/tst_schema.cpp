// resources/session.schema.json describes what the reader accepts and the writer writes.
#include "core/io/randomSession.h"
#include "io/JsonReader.h"
#include "io/MatrixJson.h"
#include "io/sessionFile.h"
#include "session/Limits.h"
#include "text/tokenizers.h"

#include <nlohmann/json.hpp>

#include <QLocale>
#include <QTest>

#include <algorithm>
#include <fstream>

using namespace headlight;
using Json = nlohmann::json;

namespace {

/// Implements the words of JSON Schema that ours uses. Strict: a member that no schema names is an error.
class Schema {
public:
    explicit Schema(const char* path) {
        std::ifstream file(path);
        root_ = Json::parse(file);
    }
    bool takes(const Json& value, bool isStrict) const { return takes(root_, value, isStrict); }
    QString description() const { return QString::fromStdString(root_.at("description")); }

private:
    static bool isOfType(const Json& value, const std::string& type) {
        if (type == "null") return value.is_null();
        if (type == "boolean") return value.is_boolean();
        if (type == "integer") return value.is_number_integer();
        if (type == "number") return value.is_number();
        if (type == "string") return value.is_string();
        return type == "array" ? value.is_array() : value.is_object();
    }

    bool takes(const Json& schema, const Json& value, bool isStrict) const {
        if (schema.is_boolean()) return schema.get<bool>();
        const auto has = [&](const char* word) { return schema.contains(word); };
        const auto each = [&](const auto& list, auto test) { return std::ranges::count_if(list, test); };
        if (has("$ref") &&
            !takes(root_.at(Json::json_pointer(schema["$ref"].get<std::string>().substr(1))), value, isStrict))
            return false;
        if (has("type")) {
            const Json types = schema["type"].is_array() ? schema["type"] : Json::array({schema["type"]});
            if (each(types, [&](const Json& type) { return isOfType(value, type); }) == 0) return false;
        }
        if (has("const") && value != schema["const"]) return false;
        if (has("enum") && each(schema["enum"], [&](const Json& one) { return one == value; }) == 0) return false;
        if (has("oneOf") && each(schema["oneOf"], [&](const Json& one) { return takes(one, value, isStrict); }) != 1)
            return false;
        if (has("if") && takes(schema["if"], value, false) && !takes(schema["then"], value, false)) return false;
        if (value.is_string()) { // of characters, not of bytes
            const auto begins = [](char byte) { return (byte & 0xC0) != 0x80; };
            return each(value.get<std::string>(), begins) <= schema.value("maxLength", PTRDIFF_MAX);
        }
        if (value.is_number()) return takesNumber(schema, value);
        if (value.is_array()) return takesList(schema, value, isStrict);
        return !value.is_object() || takesObject(schema, value, isStrict);
    }

    static bool takesNumber(const Json& schema, const Json& value) {
        return (!schema.contains("minimum") || value >= schema["minimum"]) &&
               (!schema.contains("maximum") || value <= schema["maximum"]) &&
               (!schema.contains("exclusiveMaximum") || value < schema["exclusiveMaximum"]) &&
               (!schema.contains("exclusiveMinimum") || value > schema["exclusiveMinimum"]);
    }

    bool takesList(const Json& schema, const Json& value, bool isStrict) const {
        if (value.size() < schema.value("minItems", 0U) || value.size() > schema.value("maxItems", 1U << 30))
            return false;
        for (std::size_t i = 1; i < value.size() && schema.value("uniqueItems", false); ++i)
            if (std::find(value.begin(), value.begin() + static_cast<std::ptrdiff_t>(i), value[i]) !=
                value.begin() + static_cast<std::ptrdiff_t>(i))
                return false;
        const Json first = schema.value("prefixItems", Json::array());
        for (std::size_t i = 0; i < std::min(first.size(), value.size()); ++i)
            if (!takes(first[i], value[i], isStrict)) return false;
        return !schema.contains("items") ||
               std::ranges::all_of(value, [&](const Json& item) { return takes(schema["items"], item, isStrict); });
    }

    bool takesObject(const Json& schema, const Json& value, bool isStrict) const {
        for (const Json& key : schema.value("required", Json::array()))
            if (!value.contains(key.get<std::string>())) return false;
        if (value.size() < schema.value("minProperties", 0U)) return false;
        if (!schema.contains("properties")) return true;
        const bool mayHaveMore = !isStrict && schema.value("additionalProperties", true);
        for (const auto& [key, member] : value.items()) {
            const auto known = schema["properties"].find(key);
            if (known == schema["properties"].end() ? !mayHaveMore : !takes(*known, member, isStrict)) return false;
        }
        return true;
    }

    Json root_;
};

/// Returns a session with these members; its sentence is "a" unless they begin with another. ' stands for ".
QByteArray sessionWith(const QByteArray& members) {
    const QByteArray sentence = members.startsWith("'sentence'") ? "" : ", 'sentence': 'a'";
    QByteArray text = "{'format': 'headlight-session', 'version': 2" + sentence + ", " + members + "}";
    return text.replace('\'', '"');
}

/// Returns a list of so many items; # in one is its number.
QByteArray listOf(const QByteArray& item, int count) {
    QByteArray list;
    for (int i = 0; i < count; ++i) list += (i ? "," : "") + QByteArray(item).replace('#', QByteArray::number(i));
    return "[" + list + "]";
}

const Schema& schema() {
    static const Schema ours(HEADLIGHT_SOURCE_DIR "/resources/session.schema.json");
    return ours;
}

/// Returns a file of two tokens and two copies of `layer`; ' stands for ".
QByteArray file(int minReader, const QByteArray& layer, const QByteArray& more = "") {
    QByteArray text = "{'format': 'headlight-session', 'version': 2, 'min_reader': " + QByteArray::number(minReader) +
                      ", 'sentence': 'a b', 'layers': [" + layer + ", " + layer + "]" + more + "}";
    return text.replace('\'', '"');
}

QByteArray withOption(const QByteArray& option) { return "{'options': {" + option + "}}"; }

} // namespace

class SchemaTest : public QObject {
    Q_OBJECT

private slots:
    void whatIsWrittenIsDescribed() {
        testing::RandomSessions sessions(7, false);
        for (int i = 0; i < 300; ++i) {
            const std::string text = sessionText(sessions.next());
            QVERIFY2(schema().takes(Json::parse(text), true), text.c_str());
        }
        SessionFile stack{*withLayerAdded(*withSentence(newSession(5, 3, 2, 3, 3), "one two")), {}};
        stack.session = *withResidual(*withHeadRemoved(*withLayerAdded(stack.session), 2, 0), 2, true);
        stack.session = *withLayerRemoved(stack.session, 1); // layer and head are now drawn under other numbers
        QCOMPARE(stack.session.layers[1].number, 2);
        QVERIFY(schema().takes(Json::parse(sessionText(stack)), true));
    }

    void schemaAndReaderAgree_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("isRight");
        const auto row = [](const char* name, const QByteArray& text, bool isRight) {
            QTest::newRow(name) << text << isRight;
        };
        const auto mask = [&](const QByteArray& json, bool isRight) {
            row(("mask " + json).constData(), file(2, withOption("'mask': " + json)), isRight);
        };
        row("another mask mode", file(2, withOption("'mask_mode': 'between'")), false);
        row("two layers", file(2, "{}"), true);
        row("64 layers", file(2, "{}" + QByteArray(", {}").repeated(31)), true);
        row("66 layers", file(2, "{}" + QByteArray(", {}").repeated(32)), false);
        row("a residual", file(2, "{'residual': true}"), true);
        row("a residual in numbers", file(2, "{'residual': 1}"), false);
        row("layer drawn as 63", file(2, "{'drawn_as': 63}"), true);
        row("layer drawn as 64", file(2, "{'drawn_as': 64}"), false);
        row("version 3", file(3, "{}"), false);
        mask("'causal'", true);
        mask("'banded'", false);
        mask("{'causal': true, 'window': 3, 'hidden': [1], 'given': {'rows': [[1, 0], [1, 1]]}}", true);
        mask("{'given': null}", true);
        mask("{}", true);
        mask("null", false);
        mask("{'causal': 1}", false);
        mask("{'casual': true}", true); // a later version may know it
        mask("{'window': 3, 'off': ['window']}", true);
        mask("{'window': 3, 'off': ['causal']}", false);
        row("off", file(2, "{'off': ['W_o', 'norm'], 'heads': [{'off': ['b_q'], 'off_with_weight': ['b_k']}]}"), true);
        row("off twice", file(2, "{'off': ['W_o', 'W_o']}"), false);
        row("off with its weight, and unknown", file(2, "{'off_with_weight': ['norm']}"), false);
        row("a kept factor",
            file(2, withOption("'scale_factor': 2, 'scale_with_weights': 'number', 'off': ['dropout']")), true);
        mask("{'window': 0}", false);
        mask("{'window': 46340}", false);
        mask("{'hidden': [1, 1]}", false);
        mask("{'hidden': [-1]}", false);
        mask("{'hidden': [46339]}", false);
        row("hidden behind the 8192nd token",
            file(2, withOption("'mask': {'hidden': [8999]}")).replace("a b", QByteArray("a ").repeated(9000)), true);
        mask("{'given': {'init': 'zeros'}}", false);
        mask("{'causal': true, 'rows': [[1, 0], [1, 1]]}", false);
        for (const char* option :
             {"'mask_mode': 'before'", "'mask_mode': 'after'", "'mask_mode': null", "'dropout': null"})
            row(option, file(2, withOption(option)), true);
        for (const char* option : {"'dropout': {'rate': 0.5, 'seed': 1}", "'dropout': {}", "'dropout': {'rate': 0}"})
            row(option, file(2, withOption(option)), true);
        for (const char* option : {"'dropout': 0.5", "'dropout': {'rate': 1}", "'dropout': {'rate': -0.1}",
                                   "'dropout': {'seed': -1}", "'dropout': {'seed': 0.5}"})
            row(option, file(2, withOption(option)), false);
        for (const char* norm : {"null", "{}", "{'place': 'after', 'eps': 0.5}", "{'gain': {'rows': [[1, 2, 3]]}}"})
            row(norm, file(2, QByteArray("{'norm': ") + norm + "}"), true);
        for (const char* norm : {"true", "{'place': 'between'}", "{'eps': 0}", "{'eps': '1'}", "{'gain': 1}"})
            row(norm, file(2, QByteArray("{'norm': ") + norm + "}"), false);
        for (const char* positions :
             {"null", "{}", "{'kind': 'learned'}", "{'kind': 'learned', 'table': {'init': 'randn'}}"})
            row(positions, file(2, "{}", QByteArray(", 'positions': ") + positions), true);
        for (const char* pins : {"[]", "[{'name': 'a', 'session': {'sentence': 'a'}}]",
                                 "[{'name': 'a', 'session': {'sentence': 'a', 'embeddings': null, 'layers': [{}]}}]"})
            row(pins, file(2, "{}", QByteArray(", 'pins': ") + pins), true);
        for (const char* pins : {"{}", "[{'name': 'a'}]", "[{'session': {'sentence': 'a'}}]",
                                 "[{'name': 1, 'session': {'sentence': 'a'}}]", "[{'name': 'a', 'session': {}}]",
                                 "[{'name': 'a', 'session': {'sentence': 'a', 'layers': [1]}}]"})
            row(pins, file(2, "{}", QByteArray(", 'pins': ") + pins), false);
        for (const char* positions : {"'sinusoidal'", "{'kind': 'rotary'}", "{'kind': 'learned', 'table': 1}"})
            row(positions, file(2, "{}", QByteArray(", 'positions': ") + positions), false);
    }
    void schemaAndReaderAgree() {
        QFETCH(QByteArray, text);
        QFETCH(bool, isRight);
        QCOMPARE(schema().takes(Json::parse(text.toStdString()), false), isRight);
        const auto read = parseSession(text.toStdString());
        QVERIFY2(read.ok() == isRight, read ? "" : read.text().c_str());
    }

    /// The numbers in the schema are the limits of the program: both take a session at the limit, and neither takes one
    /// above it.
    void limitsAreThoseOfTheProgram_data() {
        QTest::addColumn<QByteArray>("atLimit");
        QTest::addColumn<QByteArray>("aboveIt");
        const auto list = [](const char* name, const QByteArray& before, const char* item, int limit,
                             const QByteArray& after = "") {
            QTest::newRow(name) << sessionWith(before + listOf(item, limit) + after)
                                << sessionWith(before + listOf(item, limit + 1) + after);
        };
        const auto number = [](const char* name, const QByteArray& members, long long limit) {
            const auto with = [&](long long one) {
                return sessionWith(QByteArray(members).replace('#', QByteArray::number(one)));
            };
            QTest::newRow(name) << with(limit) << with(limit + 1);
        };
        const auto ofOption = [](const QByteArray& option) { return "'layers': [{'options': {" + option + "}}]"; };
        list("layers", "'layers': ", "{}", kMaxLayers);
        list("heads",
             "'layers': [{'heads': ", "{'W_q': {'init': 'rand'}, 'W_k': {'init': 'rand'}, 'W_v': {'init': 'rand'}}",
             kMaxHeads, "}]");
        list("pins", "'pins': ", "{'name': 'pin #', 'session': {'sentence': 'a'}}", kMaxPins);
        list("drawings", "'drawings': ", "{'embeddings': [1, 1]}", kMaxDrawings);
        list("layers of a drawing", "'drawings': [{'layers': ", "{'W_q': [1, 1]}", kMaxLayers, "}]");
        list("columns in rows", "'embeddings': {'rows': [", "0", kMaxFileDims, "]}");
        list("columns of a mask",
             "'context_sentence': {'sentence': '" + QByteArray("a ").repeated(kMaxTokens) +
                 "'}, 'layers': [{'options': {'mask': {'rows': [",
             "1", kMaxTokens, "]}}}]");
        list("stages on view", "'view': {'stages': ", "'stage #'", 64, "}");
        number("heads of a drawing", "'drawings': [{'layers': [{'heads': #, 'W_q': [1, 1]}]}]", kMaxHeads);
        number("rows of a drawing", "'drawings': [{'embeddings': [#, 1]}]", kMaxFileRows);
        number("rows", "'embeddings': {'init': 'zeros', 'shape': [#, 1]}", kMaxFileRows);
        number("columns", "'embeddings': {'init': 'zeros', 'shape': [1, #]}", kMaxFileDims);
        number("length of a vector",
               "'layers': [{'W_o': {'init': 'zeros', 'shape': [3, #]}, 'b_o': {'init': 'zeros', 'shape': [#]}}]",
               kMaxFileDims);
        number("skipped", "'embeddings': {'init': 'rand', 'skip': #}", kMaxSkipped);
        number("id", "'vocabulary': [{'token': 'a', 'id': #}]", kMaxFileRows - 1);
        number("window", ofOption("'mask': {'window': #}"), kMaxTokens);
        number("number of a layer", "'layers': [{'drawn_as': #}]", kMaxLayers - 1);
        number("number of a head", "'layers': [{'heads': [{'drawn_as': #}]}]", kMaxHeads - 1);
        const auto sentence = [](std::size_t bytes) {
            return sessionWith("'sentence': '" + QByteArray(qsizetype(bytes), 'a') + "'");
        };
        QTest::newRow("sentence") << sentence(kMaxSentenceBytes) << sentence(kMaxSentenceBytes + 1);
        QTest::newRow("seed") << sessionWith("'seed': 18446744073709551615")
                              << sessionWith("'seed': 18446744073709551616");
        QTest::newRow("number") << sessionWith("'embeddings': {'rows': [[3.4028234e38]]}")
                                << sessionWith("'embeddings': {'rows': [[3.5e38]]}");
    }
    void limitsAreThoseOfTheProgram() {
        QFETCH(QByteArray, atLimit);
        QFETCH(QByteArray, aboveIt);
        for (const auto& [text, isRight] : {std::pair(atLimit, true), std::pair(aboveIt, false)}) {
            const auto read = parseSession(text.toStdString());
            QVERIFY2(read.ok() == isRight, read ? "is read" : read.text().c_str());
            QCOMPARE(schema().takes(Json::parse(text.toStdString()), false), isRight);
        }
    }

    /// maxLength counts characters, and the limit is one of bytes.
    void aLongSentenceOfLettersOfTwoBytes() {
        const QByteArray text = sessionWith("'sentence': '" + QByteArray("\u00E4").repeated(600'000) + "'");
        QVERIFY(schema().takes(Json::parse(text.toStdString()), false));
        QVERIFY(!parseSession(text.toStdString()).ok());
    }

    /// Limits that no word of a schema can state are in its description.
    void theDescriptionHasTheLimitsOfTheReader() {
        const auto has = [](double number, const char* unit) {
            const QString text = QLocale(QLocale::English).toString(qlonglong(number)) + unit;
            return schema().description().contains(text) ? QString() : text;
        };
        constexpr JsonLimits kLimits;
        constexpr double kMebi = 1 << 20;
        QCOMPARE(has(kLimits.bytes / kMebi, " MB"), QString());
        QCOMPARE(has(kLimits.depth, " levels"), QString());
        QCOMPARE(has(kLimits.textBytes / kMebi, " MB for one string"), QString());
        QCOMPARE(has(kLimits.numbers, " numbers"), QString());
        QCOMPARE(has(kLimits.members, " members"), QString());
        QCOMPARE(has(kLimits.names, " of an object"), QString());
        QCOMPARE(has(kMaxDrawnLayers, " layers in all drawings"), QString());
    }
};

QTEST_APPLESS_MAIN(SchemaTest)
#include "tst_schema.moc"
