// The pipeline reads as the formula: the names of stages, and the operations between them.
#include "panels/pipeline/operations.h"
#include "session/edits.h"
#include "support/changing.h"
#include "support/givenStages.h"

#include <QTest>

using namespace headlight;

namespace {

using Change = Result<Session> (*)(const Session&);

Session example() { return *withSentence(newSession(123, 4, 2, 2, 2), "My shoes are small"); }

using P = Parameter;

Result<Session> given(const std::vector<Parameter>& stages) {
    testing::GivenOfHead head;
    for (const Parameter stage : stages) head.emplace_back(stage, Matrix::Ones(2, 2));
    return testing::givenSession("a b", {head});
}

Result<Session> options(const Session& session, void (*change)(Options&)) {
    Options now = session.layers[0].options;
    change(now);
    return withOptions(session, 0, now);
}

/// Returns the pipeline as text, "X [× W_q W_k W_v] Q K V ..."; operations that are off are in braces.
QString read(const Session& session, const View& view = {}) {
    QStringList words;
    for (const auto& [stage, operation] : pipelineOf(session, view)) {
        if (stage) {
            words << QString::fromLatin1(stage->id);
            continue;
        }
        const bool isOn = !operation->isOn || operation->isOn(session, view);
        words << (isOn ? QStringLiteral("[%1]") : QStringLiteral("{%1}")).arg(operation->word(session, view));
    }
    return words.join(u' ');
}

const Setting& setting(const QString& name) {
    for (const Operation& one : operations())
        for (const Setting& found : one.settings)
            if (found.shownName() == name) return found;
    qFatal("There is no setting \"%s\".", qPrintable(name));
}

/// Returns the session with a value that is a number: 0 or 1 for a switch, the index of a choice. An act takes any.
Result<Session> with(const QString& name, const Session& session, double value) {
    const auto set = [&]<class Kind>(const Kind& of) -> Result<Session> {
        if constexpr (requires { of.with(session, {}, 0); })
            return of.with(session, {}, static_cast<decltype(of.value(session, {}))>(value));
        else if constexpr (requires { of.with(session, {}); })
            return of.with(session, {});
        else
            return Problem{"It has no such value."};
    };
    return std::visit(set, setting(name).kind);
}

} // namespace

class OperationsTest : public QObject {
    Q_OBJECT

private slots:
    void theStripReadsAsTheFormula_data() {
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("part"); // a part of this text
        const auto row = [](const char* name, Change change, const char* part) {
            QTest::newRow(name) << change << QString::fromUtf8(part);
        };
        row(
            "as it starts", [](const Session& s) -> Result<Session> { return s; },
            "X [× W_q W_k W_v] Q K V [Q Kᵀ] scores [÷ √d_k] scaled [softmax] weights [× V] context "
            "[2 heads] concat");
        row(
            "one head",
            [](const Session& s) { return withOptional(*withHeadRemoved(s, 0, 1), 0, Parameter::Wo, true); },
            "[× V] context [× W_o] output");
        row(
            "positions", [](const Session& s) { return withPositions(s, Positions::Kind::Sinusoidal); },
            "embeddings positions [+ sinusoidal] X [× W_q W_k W_v]");
        row(
            "second sentence", [](const Session& s) { return withSecondSentence(s, true); },
            "X X_kv [2 sentences] [× W_q W_k W_v] Q K V");
        row(
            "Q, K and V are given",
            [](const Session&) {
                return given({P::GivenQ, P::GivenK, P::GivenV});
            },
            "[given] Q K V [Q Kᵀ] scores scaled [softmax] weights [× V] context");
        row(
            "scores are given", [](const Session&) { return given({P::GivenScores}); },
            "[given] scores scaled [softmax] weights");
        row(
            "X is given",
            [](const Session& s) {
                Session now = *withPositions(s, Positions::Kind::Sinusoidal);
                testing::changing(now)[P::GivenX] = Matrix(tokenVectors(s.text));
                return Result<Session>(now);
            },
            "[given] X [× W_q W_k W_v] Q K V");
        row(
            "weights are given", [](const Session&) { return given({P::GivenWeights}); }, "[given] weights");
        row(
            "weights and V are given",
            [](const Session&) {
                return given({P::GivenWeights, P::GivenV});
            },
            "[given] V weights [× V] context");
        row(
            "simplified", [](const Session& s) { return withoutTrainableWeights(s, 0); },
            "X Q K V [Q Kᵀ] scores scaled");
        row(
            "simplified with a bias of a file",
            [](const Session& s) {
                Session simplified = *withoutTrainableWeights(s, 0);
                testing::changing(simplified)->allHeads[0][Parameter::Bq] = Matrix(
                    Matrix::Ones(1, sizesOf(simplified).d));
                return Result<Session>(simplified);
            },
            "X [+ b] Q K V");
        row(
            "biases", [](const Session& s) { return withOptional(s, 0, Parameter::Bk, true); },
            "X [× W_q W_k W_v + b] Q");
        row(
            "a factor and a temperature",
            [](const Session& s) {
                return options(s, [](Options& o) {
                    o.scale = {Scale::Kind::Factor, 0.5};
                    o.temperature = 0.1;
                });
            },
            "scores [× 0.5 ÷ 0.1] scaled");
        row(
            "causal", [](const Session& s) { return options(s, [](Options& o) { o.mask.causal = true; }); },
            "scaled [causal] masked [softmax] weights");
        row(
            "behind the softmax",
            [](const Session& s) {
                return options(s, [](Options& o) {
                    o.mask = {.causal = true, .window = 2, .hidden = {}, .given = {}};
                    o.maskMode = MaskMode::After;
                });
            },
            "scaled [softmax] [causal, window 2] masked [÷ Σ] weights");
        row(
            "by the sum",
            [](const Session& s) { return options(s, [](Options& o) { o.normalisation = Normalisation::Sum; }); },
            "[÷ Σ] weights");
        row(
            "dropout", [](const Session& s) { return options(s, [](Options& o) { o.dropout = Dropout{}; }); },
            "weights [dropout 0.5] dropped [× V] context");
        row(
            "W_o", [](const Session& s) { return withOptional(s, 0, Parameter::Wo, true); }, "concat [× W_o] output");
        row(
            "residual", [](const Session& s) { return withResidual(s, 0, true); }, "concat [+ X] result");
        row(
            "norm before", [](const Session& s) { return withNorm(s, 0, Norm{}); },
            "X [norm] normed [× W_q W_k W_v] Q");
        row(
            "norm after", [](const Session& s) { return withNorm(s, 0, Norm{.place = Norm::Place::After}); },
            "[norm] result");
        row(
            "two layers", [](const Session& s) { return withLayerAdded(s); }, "[layer 1 of 2]");
    }
    void theStripReadsAsTheFormula() {
        QFETCH(Change, change);
        QFETCH(QString, part);
        const Result<Session> made = change(example());
        QVERIFY2(made.ok(), made.ok() ? "" : made.text().c_str());
        QVERIFY2(read(*made).contains(part), qPrintable(read(*made)));
        View above;
        above.layer = static_cast<int>(made->layers.size()) - 1;
        QVERIFY(!read(*made, above).isEmpty());
    }

    /// Each operation is in the strip or can be added to it.
    void whatIsOffCanBeAdded() {
        const auto names = [](const Session& session) {
            QStringList absent;
            for (const Operation* one : absentFrom(session, {})) absent << one->name;
            return absent;
        };
        const QStringList all{"Positions",      "Cross-attention", "Mask",       "Dropout",
                              "Output weights", "Residual",        "Layer norm", "Layers"};
        QCOMPARE(names(example()), all);
        QStringList without = all;
        without.removeAll("Mask");
        QCOMPARE(names(*options(example(), [](Options& o) { o.mask.causal = true; })), without);
        QVERIFY(names(*withoutTrainableWeights(example(), 0)).contains("Projections W_q, W_k, W_v"));
        QVERIFY(!names(*withNorm(example(), 0, Norm{})).contains("Layer norm"));
        QVERIFY(names(*withHeadRemoved(example(), 0, 1)).contains("Heads"));
    }

    /// A setting has the value that was chosen, and its old value when that is chosen again. Each step has a name.
    void everySettingSaysWhatItIs() {
        int switched = 0;
        for (const Operation& operation : operations())
            for (const Setting& one : operation.settings) {
                QVERIFY2(!one.shownTip().isEmpty(), one.name);
                ViewState state;
                state.session = *withNorm(*withLayerAdded(example()), 0, Norm{});
                const auto* of = std::get_if<Setting::Switch>(&one.kind);
                if (!of || !one.isApplicable(state.session, state.view)) continue;
                const bool wasOn = of->value(state.session, state.view);
                const Result<Session> made = of->with(state.session, state.view, !wasOn);
                QVERIFY2(made.ok() && of->value(*made, state.view) != wasOn, one.name);
                const QString on = one.step(state, *of, true).label, off = one.step(state, *of, false).label;
                QVERIFY2(!on.isEmpty() && !off.isEmpty() && on != off, one.name);
                ++switched;
            }
        QVERIFY2(switched > 10, qPrintable(QString::number(switched)));
    }

    void whatCannotBeIsOneSentence_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("said");
        QTest::newRow("temperature") << "Temperature" << 0. << "The temperature must be above 0";
        const QString factor = "divided by the temperature, it must be 0 or have an absolute value from 1e-30 to 1e30";
        QTest::newRow("factor, by the temperature") << "Temperature" << 1e-38 << factor;
        QTest::newRow("factor, of nearly 0") << "Temperature" << 1e31 << factor;
        QTest::newRow("rate") << "Dropout rate" << 1. << "from 0 to below 1";
        QTest::newRow("eps") << "Layer norm eps" << -1. << "eps must be above 0";
        QTest::newRow("layers") << "Remove layer" << 0. << "at least one layer";
        QTest::newRow("heads") << "Remove head" << 0. << "";
    }
    void whatCannotBeIsOneSentence() {
        QFETCH(QString, name);
        QFETCH(double, value);
        QFETCH(QString, said);
        const auto made = with(name, example(), value);
        QCOMPARE(made.ok(), said.isEmpty());
        if (!made) QVERIFY2(QString::fromStdString(made.text()).contains(said), made.text().c_str());
    }

    /// A typed number is a decimal, even where PyTorch uses a double.
    void aTypedNumberIsThatDecimal() {
        QCOMPARE(*valueFromInput("0.1"), 0.1);
        QCOMPARE(*valueFromInput("1/3"), 0.33333334); // read as in cells
        QVERIFY(!valueFromInput("warm"));
    }

    /// A setting that is switched on again has its former numbers.
    void aSwitchRemembers_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<double>("on");
        QTest::addColumn<QString>("number");
        QTest::addColumn<double>("value");
        QTest::newRow("norm") << "Layer norm" << 2. << "Layer norm eps" << 0.25;
        QTest::newRow("dropout") << "Dropout" << 1. << "Dropout rate" << 0.75;
        QTest::newRow("window") << "Window mask" << 1. << "Window" << 2.;
    }
    void aSwitchRemembers() {
        QFETCH(QString, name);
        QFETCH(double, on);
        QFETCH(QString, number);
        QFETCH(double, value);
        Session session = *with(name, example(), on);
        session = *with(number, session, value);
        const Session off = *with(name, session, 0);
        QVERIFY(off != session);
        QCOMPARE(*with(name, off, on), session);
    }

    /// In all layers: a layer without dropout stays so.
    void redrawnIsOnlyWhatDrops_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<double>("value");
        QTest::newRow("redraw") << "Next dropout seed" << 0.;
        QTest::newRow("rate") << "Dropout rate" << 0.25;
    }
    void redrawnIsOnlyWhatDrops() {
        QFETCH(QString, name);
        QFETCH(double, value);
        const Session session = example();
        QVERIFY(*with(name, session, value) == session);
        const Session dropping = *options(session, [](Options& o) { o.dropout = Dropout{0.5, 7}; });
        QVERIFY(*with(name, dropping, value) != dropping);
        QVERIFY(*with("Dropout seed", session, 9) == session);
    }

    /// With normalisation by sum, factors cancel, and their tips say so. The place of the mask cannot be chosen.
    void bySumFactorsCancel() {
        const Session softmax = *options(example(), [](Options& o) {
            o.mask.causal = true;
            o.scale.kind = Scale::Kind::Factor;
        });
        const Session sum = *options(softmax, [](Options& o) { o.normalisation = Normalisation::Sum; });
        for (const char* name : {"Scale", "Scale factor", "Temperature"}) {
            QCOMPARE(setting(name).shownTip(softmax, {}), setting(name).shownTip());
            QVERIFY2(setting(name).shownTip(sum, {}).contains("\nNo effect here"), name);
        }
        QVERIFY(setting("Apply mask").isApplicable(softmax, {}) && !setting("Apply mask").isApplicable(sum, {}));
    }

    void tokensAreHiddenOneByOne() {
        const auto& hidden = std::get<Setting::Tokens>(setting("Hidden tokens").kind);
        Session session = example();
        for (const int token : {2, 0, 2}) session = *hidden.with(session, {}, {token, true});
        QCOMPARE(hidden.value(session, {}), (std::vector{0, 2}));
        session = *hidden.with(session, {}, {0, false});
        QCOMPARE(hidden.value(session, {}), (std::vector{2}));
        QCOMPARE(session.layers[0].options.mask.hidden, (std::vector{2}));
    }
};

QTEST_MAIN(OperationsTest)
#include "tst_operations.moc"
