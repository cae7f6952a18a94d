#include "io/base64.h"
#include "io/sessionFile.h"
#include "random/initialisers.h"
#include "session/edits.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <algorithm>
#include <cmath>
#include <fstream>

using namespace headlight;
using Json = nlohmann::json;

namespace {

/// Returns JSON written with ' for ", which is easier to read here.
std::string json(std::string text) {
    std::replace(text.begin(), text.end(), '\'', '"');
    return text;
}

/// Returns a whole file with these members.
std::string file(const std::string& members) {
    return json("{'format': 'headlight-session', 'version': 1, " + members + "}");
}

SessionFile parsed(const std::string& json) {
    auto result = parseSession(json);
    if (!result) qFatal("%s", result.text().c_str());
    return std::move(*result);
}

Json notebook(const char* name) {
    std::ifstream in(HEADLIGHT_TEST_DATA "/golden/notebooks.json");
    return Json::parse(in).at("cases").at(name);
}

/// The notebooks print four decimals: half a unit of the last one and our own rounding are below this.
constexpr float kPrinted = 1e-4F;

/// `printed` is [d_out, d], as in PyTorch; the file's matrix is [d, d_out].
bool agrees(const FrozenMatrix& ours, const Json& printed) {
    if (ours->cols() != static_cast<Index>(printed.size())) return false;
    for (Index out = 0; out < ours->cols(); ++out)
        for (Index in = 0; in < ours->rows(); ++in)
            if (std::abs((*ours)(in, out) - printed[std::size_t(out)][std::size_t(in)].get<float>()) > kPrinted)
                return false;
    return true;
}

const char* const kShoes =
    "'sentence': 'My shoes are small, my feet are big.', 'seed': 123, "
    "'tokenizer': {'kind': 'whitespace', 'remove': ','}, 'embeddings': {'init': 'embedding', 'shape': [8, 2]}, "
    "'vocabulary': [{'token': 'My', 'id': 0}, {'token': 'are', 'id': 2}, {'token': 'big.', 'id': 3}, "
    "{'token': 'feet', 'id': 4}, {'token': 'my', 'id': 5}, {'token': 'shoes', 'id': 6}, "
    "{'token': 'small', 'id': 7}],";

} // namespace

class SessionFileTest : public QObject {
    Q_OBJECT

private slots:
    /// It is optional, and of version 2.
    void theCaution() {
        SessionFile f = parsed(file("'sentence': 'one'"));
        QVERIFY(sessionText(f).find("caution") == std::string::npos);
        f.caution = {"No positions.", "No positions (rope).", true};
        const std::string text = sessionText(f);
        QVERIFY(text.find("\"min_reader\": 2") != std::string::npos);
        QVERIFY(
            text.find(R"("caution": {"text": "No positions.", "details": "No positions (rope).", "random_x": true})") !=
            std::string::npos);
        QVERIFY(parsed(text).caution == f.caution);
        const std::string later = file("'sentence': 'one', 'caution': {'text': 'No.', 'later': 7}");
        QVERIFY(sessionText(parsed(later)).find("\"later\": 7") != std::string::npos);
    }

    void theMinimalFile() {
        const SessionFile f = parsed(file("\"sentence\": \"one two one\""));
        const Session& s = f.session;
        QCOMPARE(s.seed, std::uint64_t(123));
        QCOMPARE(s.text.tokenizer, TokenizerSpec{});
        QCOMPARE(s.text.tokens->ids, (std::vector<int>{0, 1, 0}));
        QCOMPARE(s.text.vocabulary->pinnedRows, 0);
        QCOMPARE(s.text.embeddings.cols(), Index(3));
        QVERIFY(Matrix(s.text.embeddings.row(0)) == drawTokenVector(123, "one", 3));
        QVERIFY(Matrix(s.text.embeddings.row(1)) == drawTokenVector(123, "two", 3));
        QVERIFY(isSimplified(s.layers.at(0)));
        QVERIFY(!s.source);
        QCOMPARE(f.view, View{});
    }

    void versions_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const char* text, const char* message) {
            QTest::newRow(name) << QByteArray::fromStdString(json(text)) << message;
        };
        row("newer, but readable",
            "{'format': 'headlight-session', 'version': 7, 'min_reader': 1, 'sentence': '', 'hue': 1}", "");
        row("too new", "{'format': 'headlight-session', 'version': 3, 'min_reader': 3, 'sentence': {'new': 'form'}}",
            "This session needs Headlight file version 3; this program reads version 2. Open it with a newer "
            "version of Headlight.");
        row("too new, later", "{'sentence': 5, 'min_reader': 3, 'format': 'headlight-session'}",
            "This session needs Headlight file version 3; this program reads version 2. Open it with a newer "
            "version of Headlight.");
        row("no version", "{'format': 'headlight-session', 'sentence': ''}",
            "\"version\" is missing: the file must contain \"version\": 1.");
        row("no sentence", "{'format': 'headlight-session', 'version': 1}", "\"sentence\" is missing.");
        row("another JSON", "{'cells': [], 'metadata': {}, 'view': 5}",
            "This is not a Headlight session: it has no \"format\": \"headlight-session\".");
        row("another format", "{'format': 'orange'}", "format must be \"headlight-session\" (line 1, column 12).");
        row("a list", "[1]", "This is not a Headlight session: it does not begin with {.");
        row("a picture", "\x89PNG\r\n", "This is not a Headlight session: it does not begin with {.");
        row("empty", "", "This is not a Headlight session: it is empty.");
        row("blank", "\xEF\xBB\xBF \n", "This is not a Headlight session: it is empty.");
        row("byte order mark", "\xEF\xBB\xBF{\"format\": \"headlight-session\", \"version\": 1, \"sentence\": \"\"}",
            "");
    }
    void versions() {
        QFETCH(QByteArray, text);
        QFETCH(QString, message);
        const auto read = parseSession(text.toStdString());
        QCOMPARE(read.ok() ? QString() : QString::fromStdString(read.text()), message);
    }

    /// Names that version 2 added are read in a file of any version, and written as version 2.
    void newNamesAreReadInAnyVersion() {
        const SessionFile read = parsed(file("'sentence': 'a', 'layers': [{'options': {'dropout': {'rate': 0.25}}}]"));
        QCOMPARE(*read.session.layers[0].options.dropout, (Dropout{0.25, 123}));
        const std::string text = sessionText(read);
        QVERIFY(text.find("\"min_reader\": 2") != std::string::npos);
        QVERIFY(text.find("\"dropout\": {\"rate\": 0.25, \"seed\": 123}") != std::string::npos);
        QCOMPARE(sessionText(*parseSession(text)), text);
    }

    void anEmptyMaskIsNone() {
        const SessionFile none = parsed(file("'sentence': 'a', 'layers': [{'options': {'mask': {}}}]"));
        QVERIFY(!none.session.layers[0].options.mask.isOn());
    }

    void theHeadOfTheViewIsCutByItsLayer() {
        const std::string w = "{'rows': [[1], [2]]}", head = "{'W_q': " + w + ", 'W_k': " + w + ", 'W_v': " + w + "}";
        const SessionFile two = parsed(
            file("'sentence': 'a', 'embeddings': {'rows': [[1, 2]]}, 'layers': [{}, {'heads': [" + head + ", " + head +
                 "]}], 'view': {'selection': {'layer': 1, 'head': 1}}"));
        QCOMPARE(two.view.head, 1);
    }

    void keysMayComeInAnyOrder() {
        const SessionFile a = parsed(file(std::string(kShoes) + "\"layers\": [{\"heads\": [{}]}]"));
        const SessionFile b = parsed(
            json("{'layers': [{'heads': [{}]}], 'embeddings': {'shape': [8, 2], 'init': 'embedding'}, "
                 "'vocabulary': [{'id': 7, 'token': 'small'}, {'id': 0, 'token': 'My'}, {'id': 2, 'token': 'are'}, "
                 "{'id': 3, 'token': 'big.'}, {'id': 4, 'token': 'feet'}, {'id': 5, 'token': 'my'}, "
                 "{'id': 6, 'token': 'shoes'}], 'tokenizer': {'remove': ',', 'kind': 'whitespace'}, "
                 "'sentence': 'My shoes are small, my feet are big.', 'version': 1, 'format': 'headlight-session'}"));
        QCOMPARE(sessionText(a), sessionText(b));
        QCOMPARE(a.session.text.vocabulary->pinnedRows, 8);
        QCOMPARE(a.session.text.tokens->ids, (std::vector<int>{0, 6, 2, 7, 5, 4, 2, 3}));
    }

    void seedsGiveTheNotebooksNumbers() {
        const Session s =
            parsed(file(std::string(kShoes) +
                        "'layers': [{'heads': [{'W_q': {'init': 'rand', 'shape': [2, 3]}, "
                        "'W_k': {'init': 'rand', 'shape': [2, 3]}, 'W_v': {'init': 'rand', 'shape': [2, 4]}}]}]"))
                .session;
        const Json printed = notebook("shoes_scaled");
        const Matrix x = tokenVectors(s.text);
        for (Index i = 0; i < 8; ++i)
            for (Index c = 0; c < 2; ++c)
                QVERIFY(std::abs(x(i, c) - printed.at("X")[std::size_t(i)][std::size_t(c)].get<float>()) < kPrinted);
        QVERIFY(agrees(s.layers[0].allHeads[0][Parameter::Wq], printed.at("W_q")));
        QVERIFY(agrees(s.layers[0].allHeads[0][Parameter::Wk], printed.at("W_k")));
        QVERIFY(agrees(s.layers[0].allHeads[0][Parameter::Wv], printed.at("W_v")));
    }

    void aSkipGoesOnWhereTheNotebookWent() {
        // The notebook's generator has given 3 x 2 + 3 x 2 + 4 x 2 = 20 numbers when its three heads are drawn.
        const std::string q = "{'init': 'rand', 'shape': [2, 3]}", v = "{'init': 'rand', 'shape': [2, 4]}";
        const std::string first = "{'W_q': {'init': 'rand', 'shape': [2, 3], 'skip': 20}, 'W_k': " + q +
                                  ", \"W_v\": " + v + "}";
        const std::string other = "{\"W_q\": " + q + ", \"W_k\": " + q + ", \"W_v\": " + v + "}";
        const Session s =
            parsed(file(kShoes + ("\"layers\": [{\"heads\": [" + first + "," + other + "," + other + "]}]"))).session;
        const Json printed = notebook("shoes_multihead").at("W_q");
        const TorchGenerator fresh(123);
        TorchGenerator g = fresh;
        g.rand(1, 20);
        for (std::size_t h = 0; h < 3; ++h) {
            QVERIFY(agrees(s.layers[0].allHeads[h][Parameter::Wq], printed[h]));
            QVERIFY(*s.layers[0].allHeads[h][Parameter::Wq] == Matrix(g.rand(3, 2).transpose()));
        }
        for (std::size_t h = 0; h < 3; ++h)
            QVERIFY(*s.layers[0].allHeads[h][Parameter::Wk] == Matrix(g.rand(3, 2).transpose()));
        for (std::size_t h = 0; h < 3; ++h)
            QVERIFY(*s.layers[0].allHeads[h][Parameter::Wv] == Matrix(g.rand(4, 2).transpose()));
    }

    void biasesAreDrawnBehindTheirWeights() {
        const std::string linear = "{'init': 'linear'}";
        const Session s = parsed(file("'sentence': 'a b', 'seed': 9, 'embeddings': {'init': 'randn', 'shape': [2, 4]}, "
                                      "'layers': [{'heads': [{'W_q': {'init': 'linear', 'shape': [4, 3]}, 'b_q':" +
                                      linear + ", 'W_k': " + linear + ", 'b_k': " + linear +
                                      ", 'W_v': {'init': 'linear', 'shape': [4, 5]}, 'b_v': " + linear +
                                      "}], 'W_o': {'init': 'linear', 'shape': [5, 2]}, 'b_o': " + linear + "}]"))
                              .session;
        TorchGenerator table(9), g(9);
        QVERIFY(*s.text.embeddings.matrix() == table.randn(2, 4));
        const auto same = [&](const FrozenMatrix& w, const FrozenMatrix& b, Index in, Index out) {
            const Matrix weight = draw(g, Initialiser::Linear, out, in, in);
            return *w == Matrix(weight.transpose()) && *b == draw(g, Initialiser::Linear, 1, out, in);
        };
        const Head& head = s.layers[0].allHeads[0];
        QVERIFY(same(head[Parameter::Wq], head[Parameter::Bq], 4, 3));
        QVERIFY(same(head[Parameter::Wk], head[Parameter::Bk], 4, 3));
        QVERIFY(same(head[Parameter::Wv], head[Parameter::Bv], 4, 5));
        QVERIFY(same(s.layers[0][Parameter::Wo], s.layers[0][Parameter::Bo], 5, 2));
    }

    void anOwnSeedLeavesTheOthersAlone() {
        const Session s =
            parsed(
                file(
                    "'sentence': 'a', 'embeddings': {'init': 'zeros', 'shape': [1, 2]}, 'layers': [{'heads': [{ "
                    "'W_q': {'init': 'randn', 'shape': [2, 2], 'seed': 77}, 'W_k': {'init': 'randn'}, 'W_v': {'init': 'identity'}}]}]"))
                .session;
        TorchGenerator own(77), shared(123);
        const Head& head = s.layers[0].allHeads[0];
        QVERIFY(*s.text.embeddings.matrix() == Matrix(Matrix::Zero(1, 2)));
        QVERIFY(*head[Parameter::Wq] == Matrix(own.randn(2, 2).transpose()));
        QVERIFY(*head[Parameter::Wk] == Matrix(shared.randn(2, 2).transpose()));
        QVERIFY(*head[Parameter::Wv] == Matrix(Matrix::Identity(2, 2)));
    }

    void embeddingsWithoutVocabularyFollowTheSortedTokens() {
        const Session s = parsed(file("'sentence': 'b a b', 'embeddings': {'rows': [[1, 2], [3, 4], [5, 6]]}")).session;
        QCOMPARE(s.text.tokens->ids, (std::vector<int>{1, 0, 1}));
        QCOMPARE(s.text.vocabulary->pinnedRows, 3);
        QCOMPARE(s.text.embeddings.rows(), Index(3));
        QCOMPARE((*s.text.embeddings.matrix())(1, 1), 4.0F);
    }

    void vocabularyWithoutEmbeddingsIsDrawnByToken() {
        const Session s = parsed(file("'sentence': 'a c', 'vocabulary': [{'token': 'c', 'id': 2}]")).session;
        QCOMPARE(s.text.vocabulary->pinnedRows, 3);
        QVERIFY(Matrix(s.text.embeddings.row(2)) == drawTokenVector(123, "c", 3));
        QVERIFY(Matrix(s.text.embeddings.row(3)) == drawTokenVector(123, "a", 3));
        QVERIFY(Matrix(s.text.embeddings.row(0)) == Matrix(Matrix::Zero(1, 3)));
    }

    void sizesFollowFromWhatIsGiven() {
        const Session s =
            parsed(
                file("'sentence': 'a b', 'layers': [{'heads': [ "
                     "{'W_q': {'init': 'rand'}, 'W_k': {'init': 'rand', 'shape': [5, 2]}, 'W_v': {'init': 'rand'}}, "
                     "{'W_q': {'init': 'rand'}, 'W_k': {'init': 'rand'}, 'W_v': {'init': 'rand', 'shape': [5, 7]}}], "
                     "'W_o': {'init': 'rand'}}]"))
                .session;
        QCOMPARE(sizesOf(s),
                 (Sizes{.tokens = 2, .keyTokens = 2, .d = 5, .dSource = 5, .heads = 2, .dk = 2, .dv = 7, .dOut = 5}));
    }

    void crossAttention() {
        const Session s =
            parsed(
                file(
                    "'sentence': 'a b', 'context_sentence': {'sentence': 'x y z', 'mood': 1, "
                    "'embeddings': {'init': 'randn', 'shape': [3, 4]}}, 'layers': [{'heads': [{'W_q': {'init': 'rand', 'shape': [2, 3]}, "
                    "'W_k': {'init': 'rand', 'shape': [4, 3]}, 'W_v': {'init': 'rand', 'shape': [4, 5]}}]}]"))
                .session;
        QCOMPARE(sizesOf(s),
                 (Sizes{.tokens = 2, .keyTokens = 3, .d = 2, .dSource = 4, .heads = 1, .dk = 3, .dv = 5, .dOut = 0}));
        QCOMPARE(*s.source->unknown, std::string("{\"mood\": 1}"));
    }

    void theViewIsCutToWhatExists() {
        const SessionFile f = parsed(file("'sentence': 'a b', 'view': {'zoom': 2, 'selection': "
                                          "{'layer': 4, 'head': 9, 'query': -3, 'key': 99999999999, 'pin': true}}"));
        QCOMPARE(*f.view.unknown.view, std::string("{\"zoom\": 2}"));
        QCOMPARE(*f.view.unknown.selection, std::string("{\"pin\": true}"));
        View view{0, 0, 0, 1};
        view.unknown = f.view.unknown;
        QCOMPARE(f.view, view);
        QCOMPARE(parsed(file("\"sentence\": \"\", \"view\": {\"selection\": {\"query\": 5}}")).view, View{});
    }

    /// Without positions the embeddings equal X, and X is selected instead.
    void aSelectionOfEmbeddings_data() {
        QTest::addColumn<QByteArray>("positions");
        QTest::addColumn<QString>("stage");
        QTest::newRow("none") << QByteArray("null") << "X";
        QTest::newRow("sinusoidal") << QByteArray("{'kind': 'sinusoidal'}") << "embeddings";
    }
    void aSelectionOfEmbeddings() {
        QFETCH(QByteArray, positions);
        QFETCH(QString, stage);
        const SessionFile f = parsed(file("'sentence': 'a b', 'positions': " + positions.toStdString() +
                                          ", 'view': {'selection': {'stage': 'embeddings'}}"));
        QCOMPARE(QString::fromStdString(f.view.stage), stage);
    }

    void aViewThatIsWrongIsNamed_data() {
        QTest::addColumn<QByteArray>("view");
        QTest::addColumn<QString>("message");
        QTest::newRow("stages") << QByteArray("{'stages': 'scores'}") << "view.stages must be a list";
        QTest::newRow("a stage") << QByteArray("{'stages': [5]}") << "view.stages[0] must be text";
        QTest::newRow("many") << "{'stages': ['a'" + QByteArray(", 'a'").repeated(64) + "]}"
                              << "view.stages[64] exceeds the limit of 64 stages";
        QTest::newRow("numbers") << QByteArray("{'numbers': 1}") << "view.numbers must be true or false";
        QTest::newRow("numbers always") << QByteArray("{'numbers_always': 'yes'}")
                                        << "view.numbers_always must be true or false";
        QTest::newRow("range without the first")
            << QByteArray("{'range_without_first': 1}") << "view.range_without_first must be true or false";
        QTest::newRow("token ids") << QByteArray("{'token_ids': 'yes'}") << "view.token_ids must be true or false";
        QTest::newRow("a region") << QByteArray("{'region': {'keys': [1]}}") << "view.region.keys must be two numbers";
        QTest::newRow("a range") << QByteArray("{'signed_colours': {'range': [2, 1]}}")
                                 << "view.signed_colours.range must be two numbers, the lower one first";
        QTest::newRow("half a range") << QByteArray("{'unsigned_colours': {'range': [2]}}")
                                      << "view.unsigned_colours.range must be two numbers: the lowest and the highest";
        QTest::newRow("a map") << QByteArray("{'unsigned_colours': {'map': 1}}")
                               << "view.unsigned_colours.map must be text";
        QTest::newRow("pooling") << QByteArray("{'pooling': 1}") << "view.pooling must be text";
        QTest::newRow("three") << QByteArray("{'region': {'queries': [1, 2, 3]}}")
                               << "view.region.queries[2] is not allowed: there must be two numbers";
    }
    void aViewThatIsWrongIsNamed() {
        QFETCH(QByteArray, view);
        QFETCH(QString, message);
        const auto read = parseSession(file("'sentence': 'a b', 'view': " + view.toStdString()));
        QVERIFY(!read.ok());
        QVERIFY2(QString::fromStdString(read.text()).startsWith(message), read.text().c_str());
    }

    void base64IsReadAtAnySize() {
        // The numbers are 0.5, -2, NaN and +inf as little-endian float32.
        const Session s = parsed(file("'sentence': 'a', 'embeddings': {'dtype': 'F32', 'shape': [2, 2], "
                                      "'base64': 'AAAAPwAAAMAAAMB\\/AACAfw=='}"))
                              .session;
        QCOMPARE((*s.text.embeddings.matrix())(0, 0), 0.5F);
        QCOMPARE((*s.text.embeddings.matrix())(0, 1), -2.0F);
        QVERIFY(std::isnan((*s.text.embeddings.matrix())(1, 0)));
        QVERIFY(std::isinf((*s.text.embeddings.matrix())(1, 1)));
    }

    /// The journal writes a session in pieces, so that 12 MB of numbers are never in one text.
    void piecesAreTheText() {
        SessionFile large = parsed(file("'sentence': 'a b c'"));
        const Index words = 3000, d = 1001; // the letters of a row do not end at a group
        Matrix vectors(words, d);
        for (Index i = 0; i < vectors.size(); ++i) vectors.data()[i] = 0.5F + static_cast<float>(i);
        large.session.text.embeddings =
            EmbeddingTable(std::move(vectors)).with({{1, Matrix(Matrix::Constant(1, d, -2))}}, words);
        const FilePieces piece = sessionPieces(large);
        std::string all;
        std::size_t longest = 0;
        for (std::size_t i = 0;; ++i) {
            const std::string next = piece(i);
            if (next.empty()) break;
            longest = std::max(longest, next.size());
            all += next;
        }
        QVERIFY(all == sessionText(large));
        QVERIFY2(longest < 4'000'000, std::to_string(longest).c_str());
        const auto letters = all.substr(all.find("base64") + 10);
        std::vector<float> numbers;
        Base64Floats read(numbers);
        QCOMPARE(read.take(letters), letters.find('"'));
        QVERIFY(read.end());
        QVERIFY(Eigen::Map<const Matrix>(numbers.data(), words, d) == *large.session.text.embeddings.matrix());
    }

    void optionsAreRead() {
        const Session s =
            parsed(file("'sentence': 'a b', 'layers': [{'options': {'scale': 0.25, 'normalisation': 'sum', "
                        "'temperature': 1e-3, 'mask': {'rows': [[1, 0], [1, 1]]}, 'hue': 0.10}, 'heads': [{}]}]"))
                .session;
        const Options& o = s.layers[0].options;
        QVERIFY((o.scale == Scale{Scale::Kind::Factor, 0.25}));
        QVERIFY(o.normalisation == Normalisation::Sum);
        QCOMPARE(o.temperature, 1e-3);
        QVERIFY(o.mask.given && !o.mask.causal);
        QVERIFY(*o.mask.given == (Matrix(2, 2) << 1, 0, 1, 1).finished());
        QCOMPARE(*o.unknown, std::string("{\"hue\": 0.10}"));
    }

    void aSentenceMayHoldAnything() {
        const Session s =
            parsed(file("'sentence': 'a\\u0000b \\'\\\\\\n\\ud83d\\ude42', 'tokenizer': {'kind': 'whitespace'}"))
                .session;
        QCOMPARE(s.text.sentence, std::string("a\0b \"\\\n\xF0\x9F\x99\x82", 11));
        QCOMPARE(sessionText(parsed(sessionText({s, {}}))), sessionText({s, {}}));
    }
};

QTEST_APPLESS_MAIN(SessionFileTest)
#include "tst_sessionFile.moc"
