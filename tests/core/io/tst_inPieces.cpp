// However a session's text is cut into pieces, it is the same session, or the same sentence about what is wrong.
#include "io/JsonReader.h"
#include "io/files.h"
#include "io/sessionFile.h"
#include "support/pieces.h"

#include <QTest>

#include <filesystem>

using namespace headlight;
using headlight::testing::inPieces;

namespace {

std::string said(const Result<SessionFile>& read) { return read ? sessionText(*read) : "! " + read.text(); }

} // namespace

class InPiecesTest : public QObject {
    Q_OBJECT

private slots:
    void everyFile_data() {
        QTest::addColumn<QString>("path");
        for (const char* folder : {HEADLIGHT_TEST_DATA "/malformed", HEADLIGHT_TEST_DATA "/golden",
                                   HEADLIGHT_TEST_DATA "/../../resources/examples"})
            for (const auto& entry : std::filesystem::directory_iterator(folder))
                if (entry.path().extension() == ".headlight")
                    QTest::newRow(entry.path().filename().c_str()) << QString::fromStdString(entry.path());
    }
    void everyFile() {
        QFETCH(QString, path);
        const auto text = readFile(path.toStdString(), std::size_t(1) << 24);
        QVERIFY(text.ok());
        const std::string whole = said(parseSession(*text));
        for (const std::size_t size : {4U, 5U, 7U, 64U, 1000U, 4096U}) // four, as the longest character has
            QCOMPARE(said(parseSession(inPieces(*text, size))), whole);
        QCOMPARE(said(parseSession(*filePieces(path.toStdString(), text->size()))), whole);
    }

    void aByteOrderMarkIsNoColumn() {
        const std::string text = "\xEF\xBB\xBF[1, x]";
        for (const std::size_t size : {4U, 6U, 9U}) {
            JsonReader reader(inPieces(text, size));
            reader.skip();
            QCOMPARE(reader.problem().text, std::string("Line 1, column 5, in [1]: no value can begin with \"x\"."));
        }
    }

    /// The last value's place is known when its letters have gone.
    void placesStand() {
        const std::string letters(100'000, 'A'), blanks(100'000, ' ');
        const std::string text = "[1,\n  \"" + letters + "\"" + blanks + "\n, 2]";
        JsonReader reader(inPieces(text, 1000));
        std::vector<float> numbers;
        reader.list([&](std::size_t index) {
            if (index != 1) return reader.skip();
            reader.base64(numbers);
            QVERIFY(reader.ok());
            QCOMPARE(numbers.size(), std::size_t(18'750));
        });
        QVERIFY(reader.ok());
        JsonReader failing(inPieces(text, 1000));
        failing.list([&](std::size_t index) {
            if (index != 1) return failing.skip();
            failing.base64(numbers);
            failing.fail("is wrong");
        });
        QCOMPARE(failing.problem().text, std::string("[1] is wrong (line 2, column 3)."));
    }

    /// As a file that has grown since it was opened.
    void aTextLongerThanItSaid() {
        const std::string text = "{\"format\": \"headlight-session\", \"version\": 1, \"sentence\": \"a\", "
                                 "\"embeddings\": {\"shape\": [1, 3], \"base64\": \"AAAAAAAAAAAAAAAA\"}}";
        Pieces grown = inPieces(text, 20);
        grown.bytes = 10;
        QCOMPARE(said(parseSession(grown)), said(parseSession(text)));
        QVERIFY(parseSession(text).ok());
    }

    void aPieceThatCannotBeRead() {
        const std::string text = "{\"format\": \"headlight-session\", \"version\": 1, \"sentence\": \"a b c\"}";
        for (std::size_t from = 0; from < text.size(); from += 8) {
            const Pieces whole = inPieces(text, 8);
            const Pieces broken{[&](std::size_t at) -> Result<std::string_view> {
                                    return at >= from ? Result<std::string_view>(Problem{"The disk is gone."})
                                                      : whole.piece(at);
                                },
                                text.size()};
            QCOMPARE(said(parseSession(broken)), std::string("! The disk is gone."));
        }
    }

    void aFileThatCannotBeRead() { // its first bytes belong to nobody: reading them fails
        const auto read = readSession("/proc/self/mem");
        QCOMPARE(read.text(), std::string("\"/proc/self/mem\": It could not be read completely: input/output error."));
        QCOMPARE(readFile("/proc/self/mem", 100).text(), read.text());
    }
};

QTEST_APPLESS_MAIN(InPiecesTest)
#include "tst_inPieces.moc"
