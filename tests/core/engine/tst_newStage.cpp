// An affine stage and a norm that no layer has in this place, added as data: the layer of GPT-J, where a weight reads
// the normalised input beside the heads. Formulas, backends, stale rows, explanations, steps and exported code follow.
#include "attention/formulas.h"
#include "backend/backends.h"
#include "backend/reference/ReferenceBackend.h"
#include "code/exportedCode.h"
#include "engine/LayerRecord.h"
#include "engine/Walk.h"
#include "engine/explain.h"
#include "session/edits.h"
#include "support/blocks.h"
#include "support/explanations.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace headlight;
using namespace headlight::testing;

namespace {

using Kind = Op::Kind;
constexpr const char* kReference = "formulas";

Session session() {
    std::mt19937 random(4);
    Session made = randomSession(random, {6, 4, 2, 3, 2});
    for (const Parameter p : {Parameter::Wo, Parameter::Bo}) made = withOptional(made, 0, p, true).value();
    made = withNorm(made, 0, Norm{Norm::Place::After}).value();
    for (const auto& [p, value] : {std::pair(Parameter::NormGain, 1.5F), {Parameter::NormBias, -0.25F}})
        made = withCell(made, {p, 0, 0}, 0, 1, value).value();
    Options options = layerAt(made, 0).options;
    options.mask.causal = true;
    return withOptions(made, 0, options).value();
}

/// normed = norm of X; output = normed W_o + b_o; result = concat + output.
Program program() {
    Program changed;
    const Session usual = session();
    for (Op op : programOf(usual, 0)) {
        if (op.kind == Kind::Affine && op.result <= Stage::V) op.inputs = {Stage::Normed};
        if (op.result == Stage::Output) op.inputs = {Stage::Normed};
        if (op.result == Stage::Result) op = {Kind::Sum, Stage::Result, {Stage::Concat, Stage::Output}};
        changed.add(op);
        if (op.result == Stage::X)
            changed.add({Kind::Norm, Stage::Normed, {Stage::X}, {Parameter::NormGain, Parameter::NormBias}});
    }
    return changed;
}

/// A layer of a backend with its record, as the engine keeps it.
class Rig {
public:
    explicit Rig(const std::string& id = kDefaultBackend)
        : backend_(id == kReference ? std::unique_ptr<Backend>(std::make_unique<ReferenceBackend>())
                                    : makeBackend(id).value()),
          layer_(backend_->makeLayer()) {}

    /// Brings all stages up to date and returns their rows. `rows`: the rows of X that changed.
    Trace follow(const Session& session, const IndexSet& rows) {
        const Matrix x = tokenVectors(session.text);
        LayerNow now;
        now.program = program();
        now.weights = weightsOf(layerAt(session, 0));
        now.rule = ruleOf(layerAt(session, 0).options, sizesOf(session));
        now.queryCount = x.rows();
        now.queries = now.keys = {FrozenMatrix(x), nullptr};
        now.queriesChange.rows = now.keysChange.rows = rows;
        Demand demand;
        for (const Op& op : now.program.behindInputs())
            for (int h = 0; h < (infoOf(op.result).scope == Scope::Head ? 2 : 1); ++h)
                demand.maps.push_back({op.result, 0, h, {}});
        update = record_.follow(now, clock_);
        record_.want(planOf({{{now.program, sizesOf(session)}}}, demand, 0).at(0), update);
        std::vector<Read> reads;
        for (const MapDemand& map : demand.maps)
            reads.push_back({Read::What::Rows, map.stage, map.head, {0, 0, x.rows(), 0, 0, 0}, {}});
        std::vector<Answer> answers(reads.size());
        if (!layer_->run(update, reads, answers, {}) || !backend_->finish({})) return {};
        record_.settle(update);
        Trace trace;
        trace.add(Stage::X, x);
        for (std::size_t i = 0; i < reads.size(); ++i) trace.add(reads[i].stage, std::move(answers[i].values));
        return trace;
    }

    LayerUpdate update;

private:
    std::unique_ptr<Backend> backend_;
    std::unique_ptr<BackendLayer> layer_;
    LayerRecord record_;
    Stamp clock_ = 0;
};

/// Returns the name of the first stage that is not the same, bit for bit.
QString difference(const Trace& a, const Trace& b) {
    for (const StageInfo& info : stages()) {
        if (a.all(info.stage).size() != b.all(info.stage).size()) return info.id;
        for (std::size_t h = 0; h < a.all(info.stage).size(); ++h)
            if (!sameBits(a(info.stage, h), b(info.stage, h))) return info.id;
    }
    return {};
}

QString rowsOf(const IndexSet& rows) { return rows.all ? "all" : QString::number(rows.items.size()); }

} // namespace

class NewStageTest : public QObject {
    Q_OBJECT

private slots:
    void backendsComputeIt_data() {
        QTest::addColumn<QString>("backend");
        for (const char* id : {kDefaultBackend, kReference}) QTest::newRow(id) << QString(id);
        for (const BackendInfo& info : backends())
            if (info.device && info.make) QTest::newRow(info.id.c_str()) << QString::fromStdString(info.id);
    }
    /// The expected numbers are written down here in double: rounding errors are below 100 * 2^-24 of numbers below 10.
    void backendsComputeIt() {
        QFETCH(QString, backend);
        const Session of = session();
        const Trace trace = Rig(backend.toStdString()).follow(of, IndexSet::every());
        const LayerWeights weights = weightsOf(layerAt(of, 0));
        const auto matrix = [](const FrozenMatrix& one) { return MatrixD(one->cast<double>()); };
        MatrixD normed = tokenVectors(of.text).cast<double>();
        for (Index row = 0; row < normed.rows(); ++row) {
            const Eigen::ArrayXd centred = normed.row(row).transpose().array() - normed.row(row).mean();
            normed.row(row) = (centred / std::sqrt(centred.square().mean() + weights.norm->eps)).matrix().transpose();
        }
        normed = normed * matrix(weights[Parameter::NormGain]).row(0).asDiagonal();
        normed.rowwise() += matrix(weights[Parameter::NormBias]).row(0);
        MatrixD output = normed * matrix(weights[Parameter::Wo]);
        output.rowwise() += matrix(weights[Parameter::Bo]).row(0);
        const MatrixD k = normed * matrix(weights.heads[1][Parameter::Wk]);
        const MatrixD result = trace(Stage::Concat).cast<double>() + output;
        const double tolerance = 10 * 100 * 0x1p-24;
        QVERIFY((trace(Stage::Normed).cast<double>() - normed).cwiseAbs().maxCoeff() < tolerance);
        QVERIFY((trace(Stage::K, 1).cast<double>() - k).cwiseAbs().maxCoeff() < tolerance);
        QVERIFY((trace(Stage::Output).cast<double>() - output).cwiseAbs().maxCoeff() < tolerance);
        QVERIFY((trace(Stage::Result).cast<double>() - result).cwiseAbs().maxCoeff() < tolerance);
    }

    /// An edit makes stale what reads it, and the rest stays; the numbers have the bits of computing everything.
    void editsNameWhatFollows_data() {
        QTest::addColumn<int>("parameter");
        QTest::addColumn<QString>("normed");
        QTest::addColumn<QString>("query");
        QTest::addColumn<QString>("output");
        const auto row = [](Parameter p, const char* normed, const char* query, const char* output) {
            QTest::newRow(symbolOf(p)) << int(p) << QString(normed) << QString(query) << QString(output);
        };
        row(Parameter::X, "1", "1", "1");
        row(Parameter::Wq, "0", "all", "0");
        row(Parameter::Wo, "0", "0", "all");
        row(Parameter::Bo, "0", "0", "all");
        row(Parameter::NormGain, "all", "all", "all");
    }
    void editsNameWhatFollows() {
        QFETCH(int, parameter);
        QFETCH(QString, normed);
        QFETCH(QString, query);
        QFETCH(QString, output);
        const Session before = session();
        const Session after = withCell(before, {Parameter(parameter), 0, 0}, 0, 1, 3).value();
        Rig rig;
        rig.follow(before, IndexSet::every());
        const Trace edited = rig.follow(after,
                                        Parameter(parameter) == Parameter::X ? IndexSet{false, {0}} : IndexSet());
        QCOMPARE(difference(edited, Rig().follow(after, IndexSet::every())), QString());
        QCOMPARE(rowsOf(rig.update.rows[Stage::Normed]), normed);
        QCOMPARE(rowsOf(rig.update.heads[0].rows[Stage::Q]), query);
        QCOMPARE(rowsOf(rig.update.rows[Stage::Output]), output);
    }

    void everyNumberIsExplained() {
        const Session of = session();
        const std::vector<Trace> traces{Rig().follow(of, IndexSet::every())};
        const Shape shape{{{program(), sizesOf(of)}}};
        const LayerWeights weights = weightsOf(layerAt(of, 0));
        const ScoreRule rule = ruleOf(layerAt(of, 0).options, sizesOf(of));
        for (const Op& op : program())
            for (Index col = 0; col < traces[0](op.result).cols(); ++col) {
                const CellRef cell{op.result, 0, 0, 2, static_cast<int>(col)};
                std::vector<StageLine> lines = linesFor(cell, shape);
                for (StageLine& line : lines) {
                    const Matrix& matrix = traces[0](line.first.stage, std::size_t(line.first.head));
                    line.values = line.isColumn ? Matrix(matrix.col(line.first.col)) : matrix.row(line.first.row);
                }
                const Explanation e = explain({cell, op, lines, of, weights, rule});
                QCOMPARE(wrongNumbers(e, of, traces), std::string());
                const Evaluated expected = Evaluation(e)();
                QVERIFY2(std::abs(expected.value - double(e.result)) <= expected.bound || e.result == expected.value,
                         infoOf(op.result).id);
            }
    }

    /// The walk goes through the program, and each step reads what the operation reads.
    void itIsAStep() {
        const Walk walk({{{program(), sizesOf(session())}}}, 0, 0, 3, 1);
        QStringList stages;
        for (int i = 0; i < walk.count(); ++i)
            if (const Step step = walk.at(i); stages.isEmpty() || stages.back() != infoOf(step.stage).id)
                stages << infoOf(step.stage).id;
        QCOMPARE(stages.join(' '), QString("X normed Q K V scores scaled masked weights context concat output result"));
        QCOMPARE(walk.reads({Stage::Output}), (std::vector<StageCells>{{Stage::Normed, 0, {3, 0, 1, 4}}}));
        QCOMPARE(walk.reads({Stage::Result}),
                 (std::vector<StageCells>{{Stage::Concat, 0, {3, 0, 1, 4}}, {Stage::Output, 0, {3, 0, 1, 4}}}));
    }

    /// Python computes the same, by the code's own comparison.
    void itIsExported() {
        const Session of = session();
        const std::vector<Program> programs{program()};
        const std::vector<Trace> traces{Rig().follow(of, IndexSet::every())};
        const ExportedCode code = exportedCode(of, programs, traces, CodeLibrary::NumPy, CodeForm::Script, "");
        QVERIFY(code.text.find("\noutput = normed @ W_o + b_o\n") != std::string::npos);
        QVERIFY(code.text.find("\nresult = concat + output\n") != std::string::npos);
        QProcess python;
        python.start("/usr/bin/python3", {"-"});
        python.write(code.text.c_str());
        python.closeWriteChannel();
        QVERIFY(python.waitForFinished(-1));
        QCOMPARE(QString::fromUtf8(python.readAllStandardError()), QString());
        QCOMPARE(python.exitCode(), 0);
        QVERIFY(python.readAllStandardOutput().endsWith("Everything is what Headlight shows.\n"));
    }
};

QTEST_GUILESS_MAIN(NewStageTest)
#include "tst_newStage.moc"
