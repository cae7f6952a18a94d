// The examples are only files. This test makes them anew and compares byte for byte; with HEADLIGHT_WRITE_EXAMPLES=1 it
// writes them instead. It also compares what is computed from them with every stage that PyTorch and the notebooks
// print, and with the formulas at all stages.
#include "core/io/exampleFiles.h"
#include "io/files.h"
#include "support/compareWithReference.h"

#include <QDir>
#include <QTest>

#include <cmath>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// The tolerance: half a unit of the last printed digit, and float32's error for numbers below 4 (see
/// core/engine/tst_golden).
struct Digits {
    int count;
    double tolerance() const { return 0.5 * std::pow(10.0, -count) + 2e-6; }
};
constexpr Digits kPrinted{4}, kOfTorch{7};

/// `expected` has all rows, or only the one of `query`.
void compare(const Matrix& ours, const Json& expected, Digits digits, const std::string& what, int query = -1) {
    const Matrix rows = query < 0 ? ours : Matrix(ours.row(query));
    const MatrixD theirs = matrixOfJson<MatrixD>(expected);
    QVERIFY2(rows.rows() == theirs.rows() && rows.cols() == theirs.cols(), what.c_str());
    const double off = (rows.cast<double>() - theirs).cwiseAbs().maxCoeff();
    QVERIFY2(off <= digits.tolerance(), (what + " is off by " + std::to_string(off)).c_str());
}

/// A field in which a notebook prints a stage, such as "weights_softmax": all rows, or the row of its query.
struct Printed {
    const char* field;
    Stage stage;
    bool ofQuery;
};
constexpr Printed kPrintedFields[] = {{"X", Stage::X, false},
                                      {"K", Stage::K, false},
                                      {"V", Stage::V, false},
                                      {"q_of_query", Stage::Q, true},
                                      {"k_of_query", Stage::K, true},
                                      {"v_of_query", Stage::V, true},
                                      {"scores", Stage::Scores, false},
                                      {"scores_of_query", Stage::Scores, true},
                                      {"unscaled_scores_of_query", Stage::Scores, true},
                                      {"weights_softmax", Stage::Weights, false},
                                      {"weights_of_query_softmax", Stage::Weights, true},
                                      {"weights_of_query", Stage::Weights, true},
                                      {"context", Stage::Context, false},
                                      {"context_of_query", Stage::Context, true}};

} // namespace

class ExamplesTest : public QObject {
    Q_OBJECT

private slots:
    void filesHoldWhatIsDrawn() {
        QStringList names;
        for (const ExampleFile& example : exampleFiles()) {
            names << QString(example.name) + ".headlight";
            const std::string path = kExampleFolder + example.name + ".headlight";
            const std::string expected = sessionText(example.file);
            if (qEnvironmentVariableIsSet("HEADLIGHT_WRITE_EXAMPLES")) QVERIFY(writeFile(path, expected).ok());
            const auto bytes = readFile(path, 1 << 20);
            QVERIFY2(bytes.ok(), example.name);
            QVERIFY2(*bytes == expected, example.name);
        }
        names.sort();
        QCOMPARE(QDir(QString::fromStdString(kExampleFolder)).entryList(QDir::Files, QDir::Name), names);
    }

    /// Compares every digit that a notebook prints.
    void notebooks_data() {
        QTest::addColumn<QString>("golden");
        QTest::addColumn<int>("fields");
        QTest::newRow("journey") << "journey_simplified" << 4;
        QTest::newRow("six-tokens") << "six_tokens_simplified" << 3;
        QTest::newRow("shoes") << "shoes_scaled" << 9;
        QTest::newRow("shoes-three-heads") << "shoes_multihead" << 3;
    }
    void notebooks() {
        QFETCH(QString, golden);
        QFETCH(int, fields);
        const Json printed = notebook(golden.toStdString());
        const Trace trace = tracesOf(exampleSession(QTest::currentDataTag())).at(0);
        for (const Printed& p : kPrintedFields) {
            if (!printed.contains(p.field)) continue;
            --fields;
            const Json& all = printed.at(p.field);
            const int query = p.ofQuery ? printed.at("query").get<int>() : -1;
            if (const int heads = printed.value("heads", 1); heads > 1)
                for (int h = 0; h < heads; ++h)
                    compare(trace(p.stage, std::size_t(h)), all[std::size_t(h)], kPrinted, p.field, query);
            else
                compare(trace(p.stage), all, kPrinted, p.field, query);
            if (QTest::currentTestFailed()) return;
        }
        QCOMPARE(fields, 0);
    }

    /// Compares every stage of the notebooks' classes with PyTorch's, to 7 decimals.
    void torch_data() {
        QTest::addColumn<QString>("golden");
        QTest::newRow("journey") << "simplified";
        QTest::newRow("self-attention-v1") << "scaled_rand_123";
        QTest::newRow("self-attention-v2") << "linear_789";
        QTest::newRow("causal-attention") << "causal_linear_123";
        QTest::newRow("multi-head-wrapper") << "multihead_wrapper_123";
        QTest::newRow("multi-head-split") << "multihead_split_123";
        QTest::newRow("cross-attention") << "cross_rand_123";
    }
    void torch() {
        QFETCH(QString, golden);
        const Json torch = torchCase(golden.toStdString());
        const Json& expected = torch.at("expect");
        const Session session = exampleSession(QTest::currentDataTag());
        const Trace trace = tracesOf(session).at(0);
        compare(trace(Stage::X), torch.at("X"), kOfTorch, "X");
        QCOMPARE(session.layers[0].allHeads.size(), expected.at("heads").size());
        for (std::size_t h = 0; h < expected.at("heads").size(); ++h)
            for (const auto& [stage, numbers] : expected.at("heads")[h].items())
                compare(trace(findStage(stage)->stage, h), numbers, kOfTorch, stage);
        compare(trace(Stage::Concat), expected.at("concat"), kOfTorch, "concat");
        QCOMPARE(trace.has(Stage::Output), expected.contains("output"));
        if (expected.contains("output")) compare(trace(Stage::Output), expected.at("output"), kOfTorch, "output");
        for (std::size_t h = 0; h < torch.at("heads").size(); ++h)
            forEachParameter(session.layers[0].allHeads[h], Scope::Head,
                             [&](const ParameterInfo& info, const ParameterValue& weight) {
                                 if (weight.inUse())
                                     compare(*weight, torch.at("heads")[h].at(info.symbol), kOfTorch, info.symbol);
                             });
        if (torch.contains("X_kv")) compare(trace(Stage::XKv), torch.at("X_kv"), kOfTorch, "X_kv");
    }

    /// Before dropout the weights are PyTorch's causal attention of the same seed; those that are kept are doubled.
    void dropout() {
        const Json expected = torchCase("causal_linear_789").at("expect").at("heads").at(0);
        const Trace trace = tracesOf(exampleSession("dropout")).at(0);
        compare(trace(Stage::Weights), expected.at("weights"), kOfTorch, "weights");
        const Matrix kept = TorchGenerator(123).dropoutMask(6, 6, 0.5);
        QVERIFY(trace(Stage::Dropped) == Matrix(trace(Stage::Weights).cwiseProduct(kept)));
        QVERIFY(kept.minCoeff() == 0 && kept.maxCoeff() == 2);
    }

    /// Compares every stage of every layer with the formulas in double precision.
    void formulas_data() { addExamples(); }
    void formulas() {
        QFETCH(QString, name);
        const Session session = exampleSession(name.toStdString());
        const std::vector<Trace> traces = tracesOf(session);
        for (std::size_t l = 0; l < traces.size(); ++l)
            for (const StageDifference& d : compareWithReference(session, traces[l], static_cast<int>(l)))
                QVERIFY2(d.largest <= 1e-5, (d.stage + " is off by " + std::to_string(d.largest)).c_str());
    }
};

QTEST_GUILESS_MAIN(ExamplesTest)
#include "tst_examples.moc"
