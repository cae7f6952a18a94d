// Every case of the golden files through the real `headlight eval`: a session file in, every stage out.
#include "core/io/exampleFiles.h"
#include "support/headlightProgram.h"
#include "support/npzFile.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace headlight;
using namespace headlight::testing;

namespace {

// As in core/engine/tst_golden: what the files round, and a few float32 roundings of numbers below 4.
constexpr double kTorchTolerance = 1e-5, kPrinted = 0.5e-4 + 2e-6;

/// One case: a session, and what the arrays of `eval` are to hold. Of a stage as [heads, N, ...].
struct Case {
    std::string name;
    SessionFile file;
    Json expected;
    double tolerance;
    int query = -1;      ///< of arrays that are one row: which
    bool isWhole = true; ///< nothing else may be in the file but tokens
};

/// The scores that a causal mask leaves.
Json maskedCausally(Json scaled) {
    for (Json& head : scaled)
        for (std::size_t query = 0; query < head.size(); ++query)
            for (std::size_t key = query + 1; key < head[query].size(); ++key) head[query][key] = "-inf";
    return scaled;
}

Case ofTorch(const Json& golden) {
    Case made{golden["name"], {sessionOfCase(golden), {}}, {}, kTorchTolerance};
    for (const Json& head : golden["expect"]["heads"])
        for (const auto& [stage, numbers] : head.items()) made.expected[stage].push_back(numbers);
    for (const char* name : {"concat", "output"})
        if (golden["expect"].contains(name)) made.expected[name] = golden["expect"][name];
    made.expected["X"] = made.expected["embeddings"] = golden["X"];
    if (golden.contains("X_kv")) made.expected["X_kv"] = made.expected["embeddings_kv"] = golden["X_kv"];
    if (golden["config"]["mask"] == "causal") made.expected["masked"] = maskedCausally(made.expected["scaled"]);
    return made;
}

double largestNumber(const Json& json) {
    double largest = json.is_number() ? std::abs(json.get<double>()) : 0;
    if (json.is_structured())
        for (const Json& part : json) largest = std::max(largest, largestNumber(part));
    return largest;
}

Case ofVariants(const Json& golden) {
    const Json& expected = golden["expect"];
    // Roundings are relative: those of larger numbers than 4, which a layer with a residual makes, weigh more.
    return {golden["name"], parseSession(golden["session"].dump()).value(), expected,
            kTorchTolerance * std::max(1.0, largestNumber(expected) / 4)};
}

/// What a notebook prints of its query alone, and of all.
Case ofNotebook(const std::string& name, SessionFile file,
                const std::vector<std::pair<std::string, std::string>>& fields) {
    const Json printed = notebook(name);
    Case made{name, std::move(file), {}, kPrinted, printed["query"], false};
    const bool hasHeads = printed.contains("heads");
    for (const auto& [field, stage] : fields) {
        const bool isOfHead = findStage(stage)->scope == Scope::Head;
        made.expected[stage] = isOfHead && !hasHeads ? Json::array({printed.at(field)}) : printed.at(field);
    }
    return made;
}

std::vector<Case> cases() {
    std::vector<Case> all;
    const Json torch = goldenFile("torch.json")["cases"], variants = goldenFile("variants.json")["cases"];
    for (const Json& golden : torch) all.push_back(ofTorch(golden));
    for (const Json& golden : variants) all.push_back(ofVariants(golden));
    const auto journey = simplified("journey_simplified", "Your journey starts with one step");
    const auto sixTokens = simplified("six_tokens_simplified", "x1 x2 x3 x4 x5 x6");
    all.push_back(
        ofNotebook("journey_simplified", journey,
                   {{"X", "X"}, {"scores", "scores"}, {"weights_softmax", "weights"}, {"context", "context"}}));
    all.push_back(ofNotebook("six_tokens_simplified", sixTokens,
                             {{"X", "X"}, {"scores_of_query", "scores"}, {"weights_of_query_softmax", "weights"}}));
    for (auto [name, file] :
         {std::pair("journey_simplified", journey), std::pair("six_tokens_simplified", sixTokens)}) {
        file.session.layers[0].options.normalisation = Normalisation::Sum;
        all.push_back(ofNotebook(name, file, {{"weights_of_query_by_sum", "weights"}}));
        all.back().name += ", by sum";
    }
    all.push_back(ofNotebook("shoes_scaled", shoes(1),
                             {{"X", "X"},
                              {"q_of_query", "Q"},
                              {"K", "K"},
                              {"V", "V"},
                              {"unscaled_scores_of_query", "scores"},
                              {"weights_of_query", "weights"},
                              {"context_of_query", "context"}}));
    all.push_back(
        ofNotebook("shoes_multihead", shoes(3), {{"q_of_query", "Q"}, {"k_of_query", "K"}, {"v_of_query", "V"}}));
    return all;
}

/// All numbers of nested arrays, and how many there are on each level.
struct Numbers {
    std::vector<double> values;
    std::vector<std::int64_t> shape;
    explicit Numbers(const Json& json) { take(json, 0); }
    void take(const Json& json, std::size_t level) {
        if (!json.is_array()) return values.push_back(numberOfJson(json));
        if (shape.size() == level) shape.push_back(static_cast<std::int64_t>(json.size()));
        for (const Json& part : json) take(part, level + 1);
    }
};

/// The query's row of each head alone: [heads, n].
void keepQuery(std::vector<float>& values, std::vector<std::int64_t>& shape, int query) {
    const auto heads = std::size_t(shape[0]), rows = std::size_t(shape[1]), cols = std::size_t(shape[2]);
    std::vector<float> kept;
    for (std::size_t h = 0; h < heads; ++h)
        for (std::size_t c = 0; c < cols; ++c) kept.push_back(values[(h * rows + std::size_t(query)) * cols + c]);
    values = kept;
    shape.erase(shape.begin() + 1);
}

} // namespace

class EvalGoldenTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        QVERIFY(folder_.isValid());
        all_ = cases();
        QCOMPARE(all_.size(), std::size_t{9 + 11 + 6});
    }

    void everyStage_data() {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < all_.size(); ++i) QTest::newRow(all_[i].name.c_str()) << static_cast<int>(i);
    }
    void everyStage() {
        QFETCH(int, index);
        const Case& golden = all_[static_cast<std::size_t>(index)];
        const QString file = folder_.filePath("case.headlight"), trace = folder_.filePath("trace.npz");
        QVERIFY(writeSession(file.toStdString(), golden.file).ok());
        QFile::remove(trace);
        const Ended ended = runHeadlight({"eval", file, "-o", trace});
        QCOMPARE(ended.err, QByteArray());
        QCOMPARE(ended.status, 0);
        const auto arrays = arraysOf(trace.toStdString());
        for (const auto& [name, json] : golden.expected.items()) {
            QVERIFY2(arrays.contains(name), name.c_str());
            compare(name, arrays.at(name), Numbers(json), golden);
            if (QTest::currentTestFailed()) return;
        }
        for (const auto& [name, array] : arrays)
            if (golden.isWhole && name != "tokens" && name != "tokens_kv")
                QVERIFY2(golden.expected.contains(name), name.c_str());
    }

private:
    static void compare(const std::string& name, const Npy& array, const Numbers& expected, const Case& golden) {
        QVERIFY2(array.dict.find("'descr': '<f4', 'fortran_order': False") != array.dict.npos, name.c_str());
        auto values = valuesIn<float>(array.values);
        auto shape = array.shape();
        if (golden.query >= 0 && expected.shape.size() + 1 == shape.size()) keepQuery(values, shape, golden.query);
        QVERIFY2(shape == expected.shape && values.size() == expected.values.size(), name.c_str());
        for (std::size_t i = 0; i < values.size(); ++i) {
            const auto value = static_cast<double>(values[i]);
            const bool isClose = value == expected.values[i] ||
                                 std::abs(value - expected.values[i]) <= golden.tolerance;
            QVERIFY2(isClose, (name + " " + std::to_string(i) + ": " + std::to_string(value) + ", not " +
                               std::to_string(expected.values[i]))
                                  .c_str());
        }
    }

    QTemporaryDir folder_;
    std::vector<Case> all_;
};

QTEST_GUILESS_MAIN(EvalGoldenTest)
#include "tst_evalGolden.moc"
