// The included examples are files and nothing else. This test draws their numbers again, as the notebooks do, and
// compares the files byte for byte; HEADLIGHT_WRITE_EXAMPLES=1 writes them instead. What is computed from them is
// compared with what the notebooks print.
#include "backend/backends.h"
#include "engine/Engine.h"
#include "io/files.h"
#include "io/sessionFile.h"
#include "random/TorchGenerator.h"
#include "random/initialisers.h"
#include "session/edits.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <algorithm>
#include <fstream>

using namespace headlight;
using Json = nlohmann::json;

namespace {

const std::string kFolder = HEADLIGHT_SOURCE_DIR "/resources/examples/";

Json notebook(const char* name) {
    std::ifstream file(HEADLIGHT_TEST_DATA "/golden/notebooks.json");
    return Json::parse(file).at("cases").at(name);
}

Matrix matrixOfJson(const Json& rows) {
    if (!rows[0].is_array()) return matrixOfJson(Json::array({rows}));
    Matrix m(static_cast<Index>(rows.size()), static_cast<Index>(rows[0].size()));
    for (Index r = 0; r < m.rows(); ++r)
        for (Index c = 0; c < m.cols(); ++c) m(r, c) = rows[std::size_t(r)][std::size_t(c)].get<float>();
    return m;
}

Text text(const std::string& sentence, const std::string& remove, Matrix table,
          const std::vector<VocabularyEntry>& entries) {
    Text t;
    t.sentence = sentence;
    t.tokenizer = {"whitespace", remove};
    t.vocabulary = Vocabulary{entries, static_cast<int>(table.rows())};
    t.embeddings = std::move(table);
    return *completed(t, 123, t.embeddings.cols());
}

SessionFile simplified(const char* name, const std::string& sentence) {
    const Matrix x = matrixOfJson(notebook(name).at("X"));
    // Token i of the sentence has row i of X; ids are the places in the sorted vocabulary.
    std::vector<std::string> tokens, sorted;
    for (std::size_t at = 0; at < sentence.size();) {
        const auto end = std::min(sentence.find(' ', at), sentence.size());
        tokens.push_back(sentence.substr(at, end - at));
        at = end + 1;
    }
    sorted = tokens;
    std::sort(sorted.begin(), sorted.end());
    Matrix table(x.rows(), x.cols());
    std::vector<VocabularyEntry> entries;
    for (std::size_t id = 0; id < sorted.size(); ++id) {
        const auto place = std::find(tokens.begin(), tokens.end(), sorted[id]) - tokens.begin();
        table.row(static_cast<Index>(id)) = x.row(place);
        entries.push_back({sorted[id], static_cast<int>(id)});
    }
    SessionFile file;
    file.session.text = text(sentence, "", table, entries);
    file.session.layers.resize(1);
    file.session.layers[0].heads.resize(1);
    file.session.layers[0].options.scale.kind = Scale::Kind::None;
    file.view.query = 1;
    file.view.key = 2;
    return file;
}

SessionFile shoes(int heads) {
    std::vector<VocabularyEntry> entries;
    const Json vocabulary = notebook("shoes_scaled").at("vocabulary");
    for (const auto& [token, id] : vocabulary.items()) entries.push_back({token, id.get<int>()});
    std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
    TorchGenerator forTable(123);
    SessionFile file;
    file.session.text = text("My shoes are small, my feet are big.", ",", drawEmbedding(forTable, 8, 2), entries);
    TorchGenerator g(123);
    // torch.rand(d_out, d): the notebooks apply W x, the file X W.
    const auto draw = [&g](Index out) { return Matrix(g.rand(out, 2).transpose()); };
    auto& all = file.session.layers.emplace_back().heads;
    all.resize(1);
    all[0][Parameter::Wq] = draw(3), all[0][Parameter::Wk] = draw(3), all[0][Parameter::Wv] = draw(4);
    if (heads > 1) {
        all.resize(static_cast<std::size_t>(heads));
        for (std::size_t h = 0; h < all.size(); ++h) all[h].number = static_cast<int>(h);
        for (auto& head : all) head[Parameter::Wq] = draw(3);
        for (auto& head : all) head[Parameter::Wk] = draw(3);
        for (auto& head : all) head[Parameter::Wv] = draw(4);
    }
    file.view.query = 1;
    file.view.key = 5;
    file.view.head = heads > 1 ? 1 : 0;
    return file;
}

struct Case {
    const char* file;
    SessionFile expected;
};

std::vector<Case> cases() {
    return {{"journey", simplified("journey_simplified", "Your journey starts with one step")},
            {"six-tokens", simplified("six_tokens_simplified", "x1 x2 x3 x4 x5 x6")},
            {"shoes", shoes(1)},
            {"shoes-three-heads", shoes(3)}};
}

Trace traceOf(const char* file) {
    const auto read = readSession(kFolder + file + ".headlight");
    if (!read) qFatal("%s", read.text().c_str());
    Engine engine(std::move(*makeBackend("eigen")));
    return *engine.trace(read->session, 0, [](double) { return true; });
}

// The notebooks print four decimals: half a unit there, and our own float32 rounding, stay below this.
constexpr float kPrinted = 1e-4F;

void compare(const Matrix& ours, const Json& printed, const char* what) {
    const Matrix theirs = matrixOfJson(printed);
    QVERIFY2(ours.rows() == theirs.rows() && ours.cols() == theirs.cols(), what);
    QVERIFY2((ours - theirs).cwiseAbs().maxCoeff() < kPrinted, what);
}

} // namespace

class ExamplesTest : public QObject {
    Q_OBJECT

private slots:
    void filesHoldWhatTheNotebooksDraw() {
        for (const Case& c : cases()) {
            const std::string path = kFolder + c.file + ".headlight";
            const std::string expected = sessionText(c.expected);
            if (qEnvironmentVariableIsSet("HEADLIGHT_WRITE_EXAMPLES")) QVERIFY(writeFile(path, expected).ok());
            const auto bytes = readFile(path, 1 << 20);
            QVERIFY2(bytes.ok(), c.file);
            QVERIFY2(*bytes == expected, c.file);
        }
    }

    void journey() {
        const Json printed = notebook("journey_simplified");
        const Trace trace = traceOf("journey");
        compare(trace(Stage::X), printed.at("X"), "X");
        compare(trace(Stage::Scores, 0), printed.at("scores"), "scores");
        compare(trace(Stage::Weights, 0), printed.at("weights_softmax"), "weights");
        compare(trace(Stage::Context, 0), printed.at("context"), "context");
    }

    void sixTokens() {
        const Json printed = notebook("six_tokens_simplified");
        const Trace trace = traceOf("six-tokens");
        compare(trace(Stage::Scores, 0).row(1), printed.at("scores_of_query"), "scores");
        compare(trace(Stage::Weights, 0).row(1), printed.at("weights_of_query_softmax"), "weights");
    }

    void shoesScaled() {
        const Json printed = notebook("shoes_scaled");
        const Trace trace = traceOf("shoes");
        compare(trace(Stage::X), printed.at("X"), "X");
        compare(trace(Stage::K), printed.at("K"), "K");
        compare(trace(Stage::V), printed.at("V"), "V");
        compare(trace(Stage::Q).row(1), printed.at("q_of_query"), "q");
        compare(trace(Stage::Scores).row(1), printed.at("unscaled_scores_of_query"), "scores");
        compare(trace(Stage::Weights).row(1), printed.at("weights_of_query"), "weights");
        compare(trace(Stage::Context).row(1), printed.at("context_of_query"), "context");
    }

    void shoesWithThreeHeads() {
        const Json printed = notebook("shoes_multihead");
        const Trace trace = traceOf("shoes-three-heads");
        for (std::size_t h = 0; h < 3; ++h) {
            compare(trace(Stage::Q, h).row(1), printed.at("q_of_query")[h], "q");
            compare(trace(Stage::K, h).row(1), printed.at("k_of_query")[h], "k");
            compare(trace(Stage::V, h).row(1), printed.at("v_of_query")[h], "v");
        }
    }
};

QTEST_GUILESS_MAIN(ExamplesTest)
#include "tst_examples.moc"
