// A layer as the list of its operations.
#include "attention/program.h"
#include "session/edits.h"
#include "support/blocks.h"

#include <QStringList>
#include <QTest>

#include <functional>

using namespace headlight;
using namespace headlight::testing;

namespace {

QString nameOf(Op::Kind kind) {
    static const QStringList names{"lookup",         "positions", "given",  "copy",        "sum",
                                   "affine",         "norm",      "scores", "scale",       "mask",
                                   "softmax of all", "softmax",   "shares", "renormalise", "dropout",
                                   "weighted sum",   "beside",    "rest",   "mean",        "rollout"};
    return names.at(static_cast<int>(kind));
}

/// Returns an operation as "Q = affine X W_q b_q".
QString textOf(const Op& op) {
    QStringList parts{infoOf(op.result).id, "=", nameOf(op.kind)};
    for (const Stage input : op.inputs) parts << infoOf(input).id;
    for (const Parameter parameter : op.parameters) parts << symbolOf(parameter);
    if (op.isFromBelow) parts << "below";
    return parts.join(' ');
}

using Edit = std::function<Result<Session>(const Session&)>;

/// Returns two layers, the first of which is edited.
Session twoLayers(const Edit& edit) {
    std::mt19937 random(5);
    return edit(withLayerAdded(randomSession(random, {4, 4, 2, 2, 2})).value()).value();
}

const QStringList kPlain{"X = lookup X",
                         "Q = affine X W_q b_q",
                         "K = affine X W_k b_k",
                         "V = affine X W_v b_v",
                         "scores = scores Q K",
                         "scaled = scale scores",
                         "weights = softmax scaled scores",
                         "context = weighted sum weights V",
                         "concat = beside context",
                         "weights_rest = rest weights",
                         "mean = mean weights",
                         "rollout = rollout weights",
                         "product = rollout weights"};

/// Returns the plain program with lines in place of those of the same stages; new ones come before the line `place`.
QStringList plainWith(const QStringList& lines, const QString& place = {}) {
    QStringList program = kPlain;
    const auto at = [&](const QString& stage) {
        for (int i = 0; i < program.size(); ++i)
            if (program[i].startsWith(stage + " = ")) return i;
        return -1;
    };
    for (const QString& line : lines) {
        const int i = at(line.section(" = ", 0, 0));
        if (i >= 0)
            program[i] = line;
        else
            program.insert(at(place), line);
    }
    return program;
}

} // namespace

class ProgramTest : public QObject {
    Q_OBJECT

private slots:
    void theOperationsOfALayer_data() {
        QTest::addColumn<Session>("session");
        QTest::addColumn<int>("layer");
        QTest::addColumn<QStringList>("program");
        const auto row = [](const char* name, int layer, const Edit& edit, const QStringList& program) {
            QTest::newRow(name) << twoLayers(edit) << layer << program;
        };
        const auto options = [](const std::function<void(Options&)>& alter) {
            return [alter](const Session& session) {
                Options altered = layerAt(session, 0).options;
                alter(altered);
                return withOptions(session, 0, altered);
            };
        };
        const auto norm = [](Norm::Place place) {
            return [place](const Session& s) { return withNorm(s, 0, Norm{place}); };
        };
        const Edit none = [](const Session& s) { return Result<Session>(s); };
        const Edit residual = [](const Session& s) { return withResidual(s, 0, true); };
        const QString output = "output = affine concat W_o b_o";
        row("plain", 0, none, kPlain);
        row("above", 1, none, plainWith({"X = copy concat below", output}, "weights_rest"));
        row("above a residual", 1, residual, plainWith({"X = copy result below", output}, "weights_rest"));
        row(
            "positions", 0, [](const Session& s) { return withPositions(s, Positions::Kind::Sinusoidal); },
            plainWith({"embeddings = lookup X", "positions = positions P", "X = sum embeddings positions"}, "X"));
        row("mask", 0, options([](Options& o) { o.mask.causal = true; }),
            plainWith({"masked = mask scaled", "weights = softmax scaled scores masked"}, "weights"));
        row("mask after the softmax", 0, options([](Options& o) {
                o.mask.causal = true;
                o.maskMode = MaskMode::After;
            }),
            plainWith({"masked = softmax of all scaled scores", "weights = renormalise scaled scores masked"},
                      "weights"));
        row("sum", 0, options([](Options& o) { o.normalisation = Normalisation::Sum; }),
            plainWith({"weights = shares scaled scores"}));
        row("dropout", 0, options([](Options& o) { o.dropout = Dropout{}; }),
            plainWith({"dropped = dropout weights", "context = weighted sum dropped V"}, "context"));
        row(
            "W_o", 0, [](const Session& s) { return withOptional(s, 0, Parameter::Wo, true); },
            plainWith({output}, "weights_rest"));
        row("residual", 0, residual, plainWith({"result = sum X concat"}, "weights_rest"));
        row("norm before", 0, norm(Norm::Place::Before), [] {
            QStringList program = plainWith({"Q = affine normed W_q b_q", "K = affine normed W_k b_k",
                                             "V = affine normed W_v b_v", "result = copy concat"},
                                            "weights_rest");
            program.insert(1, "normed = norm X gain bias");
            return program;
        }());
        row("norm after", 0, norm(Norm::Place::After), plainWith({"result = norm concat gain bias"}, "weights_rest"));
        row(
            "norm of a residual", 0,
            [&](const Session& s) { return withNorm(residual(s).value(), 0, Norm{Norm::Place::After}); },
            plainWith({"result = norm X concat gain bias"}, "weights_rest"));
        row(
            "second sentence", 0, [](const Session& s) { return withSecondSentence(s, true); },
            kPlain.mid(0, 1) + QStringList{"X_kv = lookup X_kv"} + kPlain.mid(1, 1) +
                QStringList{"K = affine X_kv W_k b_k", "V = affine X_kv W_v b_v"} + kPlain.mid(4, 7));
    }
    void theOperationsOfALayer() {
        QFETCH(Session, session);
        QFETCH(int, layer);
        QFETCH(QStringList, program);
        QStringList found;
        for (const Op& op : programOf(session, layer)) found << textOf(op);
        QCOMPARE(found, program);
        QVERIFY(hasKnownScores(programOf(session, layer)));
    }

    /// Layers that sensitivities and pulls are not derived for: one operation is another one.
    void unknownScores_data() {
        QTest::addColumn<Op>("op");
        const auto row = [](const char* name, const Op& op) { QTest::newRow(name) << op; };
        using enum Stage;
        using Kind = Op::Kind;
        using P = Parameter;
        row("an affine norm", {Kind::Affine, Normed, {X}, {P::Wo, P::Bo}});
        row("a norm of a sum", {Kind::Norm, Normed, {X, X}, {P::NormGain, P::NormBias}});
        row("a query that is not normed", {Kind::Affine, Q, {X}, {P::Wq, P::Bq}});
        row("a key of W_v", {Kind::Affine, K, {Normed}, {P::Wv, P::Bv}});
        row("a key that is a copy", {Kind::Copy, K, {Normed}});
        row("scores of values", {Kind::Scores, Scores, {Q, V}});
        row("scaled queries", {Kind::Scale, Scaled, {Q}});
        row("a mask of scores", {Kind::Mask, Masked, {Scores}});
        row("scaled twice", {Kind::Scale, Masked, {Scaled}});
        row("a softmax of scores", {Kind::Softmax, Weights, {Scores, Scaled, Masked}});
        row("scaled weights", {Kind::Scale, Weights, {Scaled}});
    }
    void unknownScores() {
        QFETCH(Op, op);
        Session session = twoLayers([](const Session& s) { return withNorm(s, 0, Norm{Norm::Place::Before}); });
        Options options = layerAt(session, 0).options;
        options.mask.causal = true;
        session = withOptions(session, 0, options).value();
        Program changed;
        for (const Op& one : programOf(session, 0)) changed.add(one.result == op.result ? op : one);
        QVERIFY(!hasKnownScores(changed));
    }

    /// A walk finds steps by the order of their stages.
    void theyAreInTheOrderOfTheStages() {
        const Session placed = withPositions(twoLayers([](const Session& s) { return withSecondSentence(s, true); }),
                                             Positions::Kind::Sinusoidal)
                                   .value();
        const Program program = programOf(placed, 0);
        QStringList found;
        for (const Op& op : program.inputs()) found << infoOf(op.result).id;
        QCOMPARE(found.join(' '), QString("embeddings embeddings_kv positions positions_kv X X_kv"));
        QVERIFY(std::ranges::is_sorted(program, {}, &Op::result));
        QVERIFY(std::ranges::is_sorted(programOf(placed, 1), {}, &Op::result));
    }
};

QTEST_APPLESS_MAIN(ProgramTest)
#include "tst_program.moc"
