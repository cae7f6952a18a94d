// Any file gives a clear message, or a whole session. It never causes a crash or half a session.
#include "io/files.h"
#include "io/sessionFile.h"
#include "session/consistency.h"

#include <QTest>

#include <fstream>
#include <set>

using namespace headlight;

namespace {

const std::filesystem::path kFolder = HEADLIGHT_TEST_DATA "/malformed";

std::string bytesOf(const std::filesystem::path& path) {
    const auto bytes = readFile(path, std::size_t(1) << 24);
    if (!bytes) qFatal("%s", bytes.text().c_str());
    return *bytes;
}

const std::string kStart = "{\"format\": \"headlight-session\", \"version\": 1, \"sentence\": \"";

/// True if `json` gives a message of one line, or a session that is consistent and can be saved.
bool isHandled(const std::string& json) {
    const auto read = parseSession(json);
    if (!read) return !read.text().empty() && read.text().find('\n') == std::string::npos;
    const std::string text = sessionText(*read);
    const auto again = parseSession(text);
    return !firstInconsistency(read->session) && again && sessionText(*again) == text;
}

} // namespace

class MalformedTest : public QObject {
    Q_OBJECT

private slots:
    void everyFileIsNamedWithItsMistake_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("message");
        std::ifstream table(kFolder / "expected.tsv");
        for (std::string line; std::getline(table, line);) {
            if (line.starts_with('#')) continue;
            const auto tab = line.find('\t');
            const QString file = QString::fromStdString(line.substr(0, tab));
            QTest::newRow(file.toUtf8()) << file << QString::fromStdString(line.substr(tab + 1));
        }
    }
    void everyFileIsNamedWithItsMistake() {
        QFETCH(QString, file);
        QFETCH(QString, message);
        const auto read = parseSession(bytesOf(kFolder / file.toStdString()));
        QVERIFY(!read.ok());
        QVERIFY2(read.text().find(message.toStdString()) != std::string::npos, read.text().c_str());
        QVERIFY2(read.text().find('\n') == std::string::npos && read.text().size() < 400, read.text().c_str());
        QVERIFY2(read.text().ends_with('.'), read.text().c_str());
    }

    void theTableIsWhole() {
        std::set<std::string> listed, there;
        std::ifstream table(kFolder / "expected.tsv");
        for (std::string line; std::getline(table, line);)
            if (!line.starts_with('#')) listed.insert(line.substr(0, line.find('\t')));
        for (const auto& entry : std::filesystem::directory_iterator(kFolder))
            if (entry.path().extension() == ".headlight") there.insert(entry.path().filename());
        QVERIFY(listed == there);
        QVERIFY(there.size() >= 60);
    }

    void theSmallFileItselfIsRight() {
        const std::string text = bytesOf(HEADLIGHT_TEST_DATA "/golden/small.headlight");
        const auto read = parseSession(text);
        QVERIFY2(read.ok(), read ? "" : read.text().c_str());
        QCOMPARE(QString::fromStdString(sessionText(*read)), QString::fromStdString(text));
    }

    void cutAnywhere() {
        const std::string text = bytesOf(HEADLIGHT_TEST_DATA "/golden/small.headlight");
        for (std::size_t size = 0; size + 2 < text.size(); ++size) {
            const auto read = parseSession(text.substr(0, size));
            QVERIFY2(!read.ok(), std::to_string(size).c_str());
            QVERIFY(!read.text().empty());
        }
        QVERIFY(parseSession(text.substr(0, text.size() - 1)).ok()); // without its last line end
    }

    void anyBitFlipped() {
        const std::string text = bytesOf(HEADLIGHT_TEST_DATA "/golden/small.headlight");
        for (std::size_t at = 0; at < text.size(); ++at)
            for (unsigned int bit = 0; bit < 8; ++bit) {
                std::string flipped = text;
                flipped[at] = static_cast<char>(static_cast<unsigned char>(flipped[at]) ^ (1U << bit));
                QVERIFY2(isHandled(flipped), (std::to_string(at) + " bit " + std::to_string(bit)).c_str());
            }
    }

    void anyByteTakenOutOrDoubled() {
        const std::string text = bytesOf(HEADLIGHT_TEST_DATA "/golden/small.headlight");
        for (std::size_t at = 0; at < text.size(); ++at) {
            QVERIFY2(isHandled(std::string(text).erase(at, 1)), std::to_string(at).c_str());
            QVERIFY2(isHandled(std::string(text).insert(at, 1, text[at])), std::to_string(at).c_str());
        }
    }

    void aFileCannotBreakItsMessage_data() {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const QString& json, const char* message) {
            QTest::newRow(name) << json << QString::fromUtf8(message);
        };
        const QString start = QString::fromStdString(kStart) + "a\", ";
        row("token", start + R"("vocabulary": [{"token": "\u202eabc\u2028", "id": 5}], "embeddings": {"rows": [[1]]}})",
            "vocabulary: \"\uFFFDabc\uFFFD\" has the id 5, but the embeddings have 1 row.");
        row("kind", start + R"("tokenizer": {"kind": "\u009b31mRED"}})", "not \"\uFFFD31mRED\"");
        row("raw kind", start + "\"tokenizer\": {\"kind\": \"\u009B31mRED\"}}", "not \"\uFFFD31mRED\"");
        row("key", start + R"("a\u2066b\u2029c": {"x": nan}})", "in a\uFFFDb\uFFFDc.x: no value");
        row("first character", start + "\"x\": \u202E}", "no value can begin with \"\uFFFD\".");
    }
    void aFileCannotBreakItsMessage() {
        QFETCH(QString, json);
        QFETCH(QString, message);
        const auto read = parseSession(json.toStdString());
        QVERIFY(!read.ok());
        QVERIFY2(read.text().find(message.toStdString()) != std::string::npos, read.text().c_str());
    }

    /// Members that take more memory than letters are limited.
    void manyDrawingsAreRefused() {
        std::string drawings = "{}";
        for (int i = 1; i < 10'000; ++i) drawings += ", {}";
        const std::string start = kStart + "a\", \"drawings\": [" + drawings;
        QVERIFY2(parseSession(start + "]}").ok(),
                 parseSession(start + "]}").ok() ? "" : parseSession(start + "]}").text().c_str());
        QVERIFY(
            parseSession(start + ", {}]}").text().starts_with("drawings[10000] exceeds the limit of 10000 drawings"));
    }

    void longTextsAreRefused() {
        const std::string start = kStart + "\", \"note\": \"";
        const std::string longest(std::size_t(16) << 20, 'x');
        const auto whole = parseSession(start + longest + "\"}");
        QVERIFY2(whole.ok(), whole ? "" : whole.text().substr(0, 300).c_str());
        QCOMPARE(parseSession(start + longest + "x\"}").text(),
                 std::string("note is 16777217 bytes long; the limit is 16777216 bytes (line 1, column 71)."));
    }

    void tooManyTokensAreRefused() {
        std::string words;
        for (int i = 0; i < 47000; ++i) words += "w" + std::to_string(i) + " ";
        const auto read = parseSession(kStart + words + "\"}");
        QVERIFY(!read.ok());
        QVERIFY2(read.text().starts_with("sentence: ") && read.text().find("47000") != std::string::npos,
                 read.text().c_str());
    }
};

QTEST_APPLESS_MAIN(MalformedTest)
#include "tst_malformed.moc"
