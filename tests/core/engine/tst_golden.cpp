// Compares every number of every stage that PyTorch and the notebooks printed with the formulas and the Engine.
#include "attention/formulas.h"
#include "backend/backends.h"
#include "core/io/printedByNotebooks.h"
#include "engine/Engine.h"
#include "io/sessionFile.h"
#include "support/changing.h"
#include "support/golden.h"
#include "support/targets.h"
#include "support/traces.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

using namespace headlight;
using namespace headlight::testing;

namespace {

// The file's 9 digits are off by 5e-7 where a number is above 99; double adds practically nothing.
constexpr double kReferenceTolerance = 6e-7;

template <class M>
double largestDifference(const M& values, const MatrixD& e) {
    if (values.rows() != e.rows() || values.cols() != e.cols()) return INFINITY;
    double largest = 0;
    for (Index i = 0; i < e.size(); ++i) {
        const auto value = static_cast<double>(values.data()[i]);
        const double d = value == e.data()[i] ? 0 : std::abs(value - e.data()[i]); // equal infinities differ by 0
        if (!(d <= largest)) largest = d;                                          // NaN counts
    }
    return largest;
}

template <class M>
double largestDifference(const M& values, const Json& expected) {
    return largestDifference(values, matrixOfJson<MatrixD>(expected));
}

/// Returns weights[:, 1:] / weights[:, 1:].sum(axis=1, keepdims=True), 0 where that sum is, behind a column of zeros.
MatrixD restOf(const Json& weights) {
    MatrixD rest = matrixOfJson<MatrixD>(weights);
    rest.col(0).setZero();
    for (Index row = 0; row < rest.rows(); ++row)
        if (const double sum = rest.row(row).sum(); sum != 0) rest.row(row) /= sum;
    return rest;
}

/// `trace` is a Trace or a ReferenceTrace.
template <class AnyTrace>
void compareCase(const AnyTrace& trace, const Json& expected, bool hasOutput) {
    for (std::size_t h = 0; h < expected["heads"].size(); ++h) {
        const Json& e = expected["heads"][h];
        for (const StageInfo& info : stages()) {
            if (info.scope != Scope::Head) continue;
            if (info.whyAbsent) continue; // the cases have no such stages
            if (info.stage == Stage::Rest) {
                QVERIFY(largestDifference(trace(info.stage, h), restOf(e["weights"])) <= kTorchTolerance);
                continue;
            }
            QVERIFY2(e.contains(info.id), info.id);
            QVERIFY2(largestDifference(trace(info.stage, h), e[info.id]) <= kTorchTolerance, info.id);
        }
    }
    QVERIFY(largestDifference(trace(Stage::Concat), expected["concat"]) <= kTorchTolerance);
    QCOMPARE(trace.has(Stage::Output), hasOutput);
    if (hasOutput) QVERIFY(largestDifference(trace(Stage::Output), expected["output"]) <= kTorchTolerance);
}

/// Returns weights.mean(axis=0).
Json meanOf(const Json& weights) {
    Json mean = weights[0];
    for (std::size_t row = 0; row < mean.size(); ++row)
        for (std::size_t col = 0; col < mean[row].size(); ++col) {
            double sum = 0;
            for (const Json& head : weights) sum += head[row][col].get<double>();
            mean[row][col] = sum / static_cast<double>(weights.size());
        }
    return mean;
}

/// Compares every stage that a layer of variants.json has, and checks that no other stage is there. `prefix` is
/// "layer2." if there are several layers.
template <class AnyTrace>
void compareLayer(const AnyTrace& trace, const Session& session, int l, const Json& expected, const std::string& prefix,
                  double tolerance) {
    for (const StageInfo& info : stages()) {
        if (info.isOfModel && l > 0 && !trace.has(info.stage)) continue;                 // the first layer has it
        if (info.isRollout && l + 1 < static_cast<int>(session.layers.size())) continue; // the last layer has it
        const std::string name = (info.isOfModel || info.isRollout ? "" : prefix) + info.id;
        if (info.stage == Stage::Mean) { // PyTorch's average_attn_weights
            const Json& weights = expected[prefix + "weights"];
            QCOMPARE(trace.has(Stage::Mean), weights.size() > 1);
            if (weights.size() > 1) QVERIFY(largestDifference(trace(Stage::Mean), meanOf(weights)) <= tolerance);
            continue;
        }
        if (info.stage == Stage::Rest) {
            const Json& weights = expected[prefix + "weights"];
            for (std::size_t h = 0; h < weights.size(); ++h)
                QVERIFY(largestDifference(trace(Stage::Rest, h), restOf(weights[h])) <= tolerance);
            continue;
        }
        const Stage stage = equivalentStage(info.stage, session, l); // X for embeddings without positions
        QVERIFY2(trace.has(stage) == expected.contains(name), name.c_str());
        for (std::size_t h = 0; h < trace.all(stage).size(); ++h) {
            const Json& e = info.scope == Scope::Head ? expected[name].at(h) : expected[name];
            const double d = largestDifference(trace(stage, h), e);
            QVERIFY2(d <= tolerance, (name + " is off by " + std::to_string(d)).c_str());
        }
    }
}

/// Compares all that a notebook prints: whole stages, or the row of its query.
template <class AnyTrace>
void comparePrinted(const AnyTrace& trace, const Printed& one) {
    const Json printed = notebook(one.name);
    for (const auto& [field, id] : one.fields) {
        const auto& heads = trace.all(findStage(id)->stage);
        for (std::size_t h = 0; h < heads.size(); ++h) {
            const Json& e = printed.contains("heads") ? printed.at(field).at(h) : printed.at(field);
            const bool isWhole = e[0].is_array();
            const Index first = isWhole ? 0 : printed.at("query").get<Index>(), count = isWhole ? heads[h].rows() : 1;
            const double d = largestDifference(heads[h].middleRows(first, count).eval(), e);
            QVERIFY2(d <= kPrintedTolerance, (field + " is off by " + std::to_string(d)).c_str());
        }
    }
}

} // namespace

class GoldenTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase_data() { addTargets(); }
    void init() { useTarget(); }

    void torch_data() {
        QTest::addColumn<int>("index");
        const Json cases = goldenFile("torch.json")["cases"];
        for (std::size_t i = 0; i < cases.size(); ++i)
            QTest::newRow(cases[i]["name"].get<std::string>().c_str()) << static_cast<int>(i);
        QCOMPARE(cases.size(), std::size_t{9});
    }
    void torch() {
        QFETCH(int, index);
        const Json golden = goldenFile("torch.json")["cases"][static_cast<std::size_t>(index)];
        const Session session = sessionOfCase(golden);
        const Json& expected = golden["expect"];
        compareCase(reference(session), expected, expected.contains("output"));
        if (QTest::currentTestFailed()) return;
        compareCase(tracesOf(session)[0], expected, expected.contains("output"));
    }

    /// Cases of combined masks, rows without an allowed key, several layers and residuals are read as session files.
    void variants_data() {
        QTest::addColumn<int>("index");
        const Json cases = goldenFile("variants.json")["cases"];
        for (std::size_t i = 0; i < cases.size(); ++i)
            QTest::newRow(cases[i]["name"].get<std::string>().c_str()) << static_cast<int>(i);
        QCOMPARE(cases.size(), std::size_t{12});
    }
    void variants() {
        QFETCH(int, index);
        const Json golden = goldenFile("variants.json")["cases"][static_cast<std::size_t>(index)];
        const Json& expected = golden["expect"];
        const Session session = parseSession(golden["session"].dump()).value().session;
        const int last = static_cast<int>(session.layers.size()) - 1;
        const std::vector<Trace> traces = tracesOf(session);
        for (int l = 0; l <= last; ++l) {
            const std::string prefix = last == 0 ? "" : "layer" + std::to_string(l + 1) + ".";
            compareLayer(reference(session, l), session, l, expected, prefix, kReferenceTolerance);
            compareLayer(traces[static_cast<std::size_t>(l)], session, l, expected, prefix,
                         toleranceOf(expected, prefix));
            if (QTest::currentTestFailed()) return;
        }
    }

    /// Every stage has numbers in some case; otherwise it would not be tested here.
    void everyStageHasNumbers() {
        const Json cases = goldenFile("variants.json")["cases"];
        std::set<std::string> found{"weights_rest", "mean"}; // compareLayer() takes them from the weights
        for (const Json& golden : cases)
            for (const auto& [name, numbers] : golden["expect"].items()) found.insert(name.substr(name.find('.') + 1));
        for (const StageInfo& info : stages()) QVERIFY2(found.contains(info.id), info.id);
        QCOMPARE(found.size(), stages().size());
    }

    /// The file has W = identity; without any W the numbers must be the same.
    void simplifiedWithoutWeights() {
        const Json golden = goldenFile("torch.json")["cases"][0];
        QCOMPARE(golden["name"].get<std::string>(), std::string("simplified"));
        Session session = sessionOfCase(golden);
        changing(session)->allHeads[0] = Head();
        compareCase(tracesOf(session)[0], golden["expect"], false);
        compareCase(reference(session), golden["expect"], false);
    }

    void notebooks_data() {
        QTest::addColumn<int>("index");
        const std::vector<Printed> all = printedByNotebooks();
        for (std::size_t i = 0; i < all.size(); ++i) QTest::newRow(all[i].label().c_str()) << static_cast<int>(i);
        QCOMPARE(all.size(), std::size_t{6});
    }
    void notebooks() {
        QFETCH(int, index);
        const Printed one = printedByNotebooks()[static_cast<std::size_t>(index)];
        comparePrinted(reference(one.file.session), one);
        comparePrinted(tracesOf(one.file.session)[0], one);
    }
};

QTEST_APPLESS_MAIN(GoldenTest)
#include "tst_golden.moc"
