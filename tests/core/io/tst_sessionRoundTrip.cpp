#include "base/version.h"
#include "core/io/randomSession.h"
#include "io/files.h"
#include "io/jsonObject.h"
#include "io/sessionFile.h"
#include "session/consistency.h"
#include "support/pinned.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <fstream>

using namespace headlight;

using headlight::testing::pinned;

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int kSessions = 2'000; // such a build is slow
#else
constexpr int kSessions = 10'000;
#endif

} // namespace

class SessionRoundTripTest : public QObject {
    Q_OBJECT

private slots:
    void everySessionComesBack() {
        testing::RandomSessions sessions(20240607);
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString() + "/a.headlight";
        std::size_t base64 = 0;
        std::map<std::string, int> said;
        for (int i = 0; i < kSessions; ++i) {
            const SessionFile file = sessions.next();
            const auto wrong = firstInconsistency(file.session);
            QVERIFY2(!wrong, wrong ? wrong->c_str() : "");
            const std::string text = sessionText(file);
            const auto back = parseSession(text);
            QVERIFY2(back.ok(), back ? "" : (back.text() + "\n" + text).c_str());
            QVERIFY2(sessionText(*back) == text, text.c_str());
            QVERIFY2(sameValues(back->session, pinned(file.session)), text.c_str());
            View view = back->view;
            view.unknown = file.view.unknown; // equal as text, in other blocks
            QVERIFY2(view == file.view, text.c_str());
            if (i % 20 == 0) { // also through a file, which is written and read in pieces
                QVERIFY(writeSession(path, file).ok());
                const auto read = readSession(path);
                QVERIFY2(read.ok(), read ? "" : read.text().c_str());
                QVERIFY2(*readFile(path, text.size() + 1) == text && sessionText(*read) == text, text.c_str());
            }
            base64 += text.find("\"base64\"") != text.npos;
            for (const auto& [what, is] : testing::saidOf(file.session)) said[what] += is;
        }
        for (const auto& [what, count] : said) // the rarest are in one of two thousand
            QVERIFY2(kSessions < 10'000 || count >= kSessions / 2'000, (what + ": " + std::to_string(count)).c_str());
        QVERIFY2(base64 > kSessions / 250, std::to_string(base64).c_str()); // large matrices were among them
    }

    /// A drawing is written once, in words that the schema describes; a file without drawings does not mention them.
    void howNumbersWereDrawn() {
        Session s = *withSentence(newSession(1, 2, 2, 3, 4), "My shoes");
        const auto has = [](const std::string& text, const char* part) { return text.find(part) != std::string::npos; };
        QVERIFY(!has(sessionText({s, {}}), "draw"));
        s = *withDrawn(s, {DrawRequest::Which::Layer, {}, true, Initialiser::Linear, 123, Drawing::Order::ByHead});
        s = *withDrawn(s, {DrawRequest::Which::Parameter, {Parameter::Wv, 0, 1}, false, Initialiser::Orthogonal, 7});
        s = *withCell(s, {Parameter::Wq, 0, 0}, 0, 0, 0.5F);
        const std::string text = sessionText({s, {}});
        QVERIFY(has(text, "\n      \"drawn_by\": {\"W_q\": {\"drawing\": 0, \"head\": 1}, "
                          "\"W_k\": {\"drawing\": 0, \"head\": 1}, \"W_v\": {\"drawing\": 1}}\n"));
        QVERIFY(has(text, "\n  \"drawings\": [\n"
                          "    {\"init\": \"linear\", \"seed\": 123, \"order\": \"by_head\", \"embeddings\": [2, 2], "
                          "\"layers\": [{\"heads\": 2, \"W_q\": [2, 3], \"W_k\": [2, 3], \"W_v\": [2, 4]}]},\n"
                          "    {\"init\": \"orthogonal\", \"seed\": 7, \"layers\": [{\"heads\": 1, \"W_v\": [2, 4]}]}\n"
                          "  ],\n  \"drawn_by\": {\"embeddings\": {\"drawing\": 0}},\n"));
        QVERIFY(has(text, "\"version\": 1,"));
        const auto back = parseSession(text);
        QVERIFY(back && sameValues(back->session, s));
        // If a matrix was made larger without knowing of its drawing, the matrix counts.
        std::string larger = text;
        for (std::size_t at; (at = larger.find("\"W_v\": [2, 4]")) != larger.npos;)
            larger.replace(at, 13, "\"W_v\": [3, 4]");
        const auto other = parseSession(larger);
        QVERIFY(other && !drawnBy(other->session, {Parameter::Wv, 0, 1}).drawing);
        QVERIFY(drawnBy(other->session, {Parameter::Wk, 0, 1}).drawing);
    }
    void whatCannotHaveBeenDrawn_data() {
        QTest::addColumn<QString>("members");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const char* members, const char* message) {
            QTest::newRow(name) << members << message;
        };
        row("no such drawing", R"("drawn_by": {"embeddings": {"drawing": 1}}, "drawings": [{"embeddings": [1, 1]}])",
            "drawn_by.embeddings: the session's \"drawings\" have no matching entry");
        row("no such place", R"("drawn_by": {"embeddings": {}}, "drawings": [{"seed": 1}])", "no matching entry");
        row("too much", R"("drawings": [{"embeddings": [1000000, 21]}])", "At most 20000000 numbers");
        row("too long", R"("drawings": [{"init": "orthogonal", "embeddings": [2000, 2000]}])",
            "shorter side is at most 1024");
        row("too many heads", R"("drawings": [{"layers": [{"heads": 65}]}])", "drawings[0].layers[0].heads");
        row("a bias of nobody", R"("drawings": [{"init": "linear", "layers": [{"b_q": [2]}]}])",
            "has a b_q without the W_q that it needs");
        row("a shape of three", R"("drawings": [{"embeddings": [1, 2, 3]}])",
            "is not allowed: a shape has one or two sizes");
        row("another word", R"("drawings": [{"init": "xavier"}])", "must be \"rand\"");
        row("another member", R"("drawings": [{"gain": 2}])", "gain");
    }
    void whatCannotHaveBeenDrawn() {
        QFETCH(QString, members);
        QFETCH(QString, message);
        const auto read = parseSession(R"({"format": "headlight-session", "version": 1, "sentence": "a", )" +
                                       members.toStdString() + "}");
        QVERIFY(!read);
        QVERIFY2(read.text().find(message.toStdString()) != std::string::npos, read.text().c_str());
    }

    void theTextIsTheDocumentedOne() {
        SessionFile file;
        Session& s = file.session;
        s.seed = 18446744073709551615ULL;
        s.text.sentence = "b \"a\"";
        s.text.tokenizer = {"whitespace", ","};
        s.text.vocabulary = Vocabulary{{{"b", 0}, {"\"a\"", 2}}, 3};
        s.text.embeddings = Matrix(
            (Matrix(3, 2) << 0.1F, -0.0F, std::nanf(""), 1e-5F, HUGE_VALF, -HUGE_VALF).finished());
        s.text = *completed(s.text, s.seed, 2);
        Layer layer;
        layer.allHeads.resize(2);
        for (Head& head : layer.allHeads) {
            head[Parameter::Wq] = head[Parameter::Wk] = Matrix(Matrix::Constant(2, 1, 0.5F));
            head[Parameter::Wv] = Matrix(Matrix::Constant(2, 2, 3));
        }
        layer.allHeads[1].number = 1;
        layer.allHeads[0][Parameter::Bv] = Matrix(Matrix::Constant(1, 2, 0.25F));
        layer.options.mask.given = Matrix(Matrix::Ones(2, 2));
        s.unknown = std::string("{\"author\": {\"name\": \"Ada\"}}");
        layer.allHeads[1].unknown = std::string("{\"name\": \"second\"}");
        s.layers.push_back(layer);
        s.text.unknownOfTokenizer = std::string("{\"lower\": false}");
        file.view = {0, 1, 1, 0};
        std::string expected = *readFile(HEADLIGHT_TEST_DATA "/golden/documented.headlight", 1 << 20);
        expected.replace(expected.find("VERSION"), 7, kVersion);
        QCOMPARE(QString::fromStdString(sessionText(file)), QString::fromStdString(expected));
    }

    void aNewSessionComesBack() {
        const SessionFile file{newSession(5, 3, 2, 3, 3), {}};
        const auto back = parseSession(sessionText(file));
        QVERIFY2(back.ok(), back ? "" : back.text().c_str());
        QVERIFY(sameValues(back->session, file.session));
    }

    void filesAreWrittenAndRead() {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString() + "/a.headlight";
        const SessionFile file{*withSentence(newSession(5, 3, 2, 3, 3), "one two"), {}};
        QVERIFY(writeSession(path, file).ok());
        const auto back = readSession(path);
        QVERIFY2(back.ok(), back ? "" : back.text().c_str());
        QCOMPARE(sessionText(*back), sessionText(file));
    }

    void whatCouldNotBeReadAgainIsNotWritten() {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString() + "/a.headlight";
        const SessionFile good{*withSentence(newSession(5, 3, 1, 3, 3), "one two"), {}};
        QVERIFY(writeSession(path, good).ok());
        SessionFile tooLong = good;
        tooLong.session.text.tokenizer.remove = std::string((std::size_t(16) << 20) + 1, 'x');
        const auto saved = writeSession(path, tooLong);
        QVERIFY(!saved.ok());
        QVERIFY2(saved.text().find("reading it back failed: tokenizer.remove is 16777217 bytes long") !=
                     std::string::npos,
                 saved.text().substr(0, 300).c_str());
        QVERIFY(saved.text().ends_with("The old file is unchanged."));
        QCOMPARE(sessionText(*readSession(path)), sessionText(good));
        QVERIFY(std::filesystem::remove(path));
        QVERIFY(writeSession(path, tooLong).text().ends_with("Nothing was saved."));
    }

    /// An unknown part of a 200 MB file can take more than 256 MB, since blanks are added on reading. All of it is
    /// kept.
    void unknownPartsLongerThanAFileAreKept() {
        const std::string piece(std::size_t(16) << 20, 'x');
        std::string unknown = "{";
        for (int i = 0; i < 21; ++i)
            ((((unknown += i > 0 ? ", \"" : "\"") += std::to_string(i)) += "\": \"") += piece) += "\"";
        unknown += "}";
        QVERIFY(unknown.size() > JsonLimits().bytes);
        const std::vector<std::string> members = membersOf(unknown);
        QCOMPARE(members.size(), std::size_t(21));
        QVERIFY(members[20] == "\"20\": \"" + piece + "\"");
    }

    void problemsBeginWithTheFile() {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString() + "/a.headlight";
        std::ofstream(path) << "{}";
        QCOMPARE(readSession(path).text(), "\"" + path.string() +
                                               "\": This is not a Headlight session: it has no "
                                               "\"format\": \"headlight-session\".");
        QVERIFY(readSession(path.string() + "x").text().starts_with("Could not open \"" + path.string() + "x\": "));
    }

    void aHugeFileIsRefused() {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString() + "/a.headlight";
        std::ofstream(path).close();
        std::filesystem::resize_file(path, JsonLimits().bytes + 1); // a hole, which takes no disk space
        QVERIFY2(readSession(path).text().find("it is larger than 320 MB") != std::string::npos,
                 readSession(path).text().c_str());
    }
};

QTEST_APPLESS_MAIN(SessionRoundTripTest)
#include "tst_sessionRoundTrip.moc"
