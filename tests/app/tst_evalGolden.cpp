// Every case of the golden files in the real `headlight eval`: it reads a session file and writes every stage.
#include "core/io/printedByNotebooks.h"
#include "support/headlightProgram.h"
#include "support/npzFile.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// A session, and the expected arrays of `eval`. Those of a head's stage are [heads, N, ...].
struct Case {
    std::string name;
    SessionFile file;
    Json expected;
    double tolerance;
    int query = -1;      ///< the only row of the query that the expected arrays hold; -1: they hold all rows
    bool isWhole = true; ///< `eval` writes no other arrays but tokens and session
};

/// Returns the scores with -inf where a causal mask hides the key.
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

Case ofVariants(const Json& golden) {
    return {golden["name"], parseSession(golden["session"].dump()).value(), golden["expect"],
            toleranceOf(golden["expect"])};
}

Case ofNotebook(const Printed& one) {
    const Json printed = notebook(one.name);
    Case made{one.label(), one.file, {}, kPrintedTolerance, printed["query"], false};
    const bool hasHeads = printed.contains("heads");
    for (const auto& [field, stage] : one.fields) {
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
    for (const Printed& one : printedByNotebooks()) all.push_back(ofNotebook(one));
    return all;
}

/// All numbers of nested arrays, and the length of each dimension.
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

/// Keeps only the query's row of each head: [heads, n].
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
        QCOMPARE(all_.size(), std::size_t{9 + 12 + 6});
    }

    void everyStage_data() {
        QTest::addColumn<int>("index");
        QTest::addColumn<QString>("backend");
        const bool areAll = qEnvironmentVariableIsSet("HEADLIGHT_ALL"); // slow: each tests the device
        for (const char* backend : {"cpu", "opencl"})
            for (std::size_t i = 0; i < all_.size(); ++i)
                if (areAll || QString(backend) == "cpu" || i % 3 == 0)
                    QTest::addRow("%s, %s", all_[i].name.c_str(), backend) << static_cast<int>(i) << backend;
    }
    void everyStage() {
        QFETCH(int, index);
        QFETCH(QString, backend);
        const Case& golden = all_[static_cast<std::size_t>(index)];
        const QString file = folder_.filePath("case.headlight"), trace = folder_.filePath("trace.npz");
        QVERIFY(writeSession(file.toStdString(), golden.file).ok());
        QFile::remove(trace);
        const Ended ended = runHeadlight({"eval", file, "-o", trace, "--backend", backend});
        QCOMPARE(ended.err, QByteArray());
        QCOMPARE(ended.status, 0);
        auto arrays = arraysOf(trace.toStdString());
        if (golden.expected.contains("product")) { // it is written only on request
            QVERIFY(!arrays.contains("product"));
            const QString product = folder_.filePath("product.npz");
            const QStringList words{"eval", file, "-o", product, "--stage", "product", "--backend", backend};
            QCOMPARE(runHeadlight(words).err, QByteArray());
            arrays.merge(arraysOf(product.toStdString()));
        }
        for (const auto& [name, json] : golden.expected.items()) {
            QVERIFY2(arrays.contains(name), name.c_str());
            compare(name, arrays.at(name), Numbers(json), golden);
            if (QTest::currentTestFailed()) return;
        }
        for (const auto& [name, array] : arrays)
            if (golden.isWhole && name != "tokens" && name != "tokens_kv" && name != "session")
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
