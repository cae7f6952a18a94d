// The first stage that an edit can change: all stages before it have the same numbers.
#include "attention/firstChange.h"
#include "session/edits.h"
#include "support/blocks.h"
#include "support/givenStages.h"
#include "support/traces.h"

#include <QTest>

#include <functional>
#include <stdexcept>

using namespace headlight;
using namespace headlight::testing;

namespace {

Session made(const Result<Session>& made) {
    if (!made) throw std::runtime_error(made.text());
    return *made;
}

Session twoLayers() {
    std::mt19937 numbers(5);
    return made(withLayerAdded(randomSession(numbers, {6, 4, 2, 3, 2})));
}

Session with(const Session& session, int layer, const std::function<void(Options&)>& alter) {
    Options options = layerAt(session, layer).options;
    alter(options);
    return made(withOptions(session, layer, options));
}

Session edited(const Session& session, Parameter parameter, int layer, int head = 0) {
    return made(withCell(session, {parameter, layer, head}, 0, 0, 7.5F));
}

} // namespace

class FirstChangeTest : public QObject {
    Q_OBJECT

private slots:
    void edits_data() {
        QTest::addColumn<Session>("before");
        QTest::addColumn<Session>("now");
        QTest::addColumn<QString>("stage");
        const Session session = twoLayers();
        const auto row = [](const char* name, const Session& before, const Session& now, const char* stage) {
            QTest::newRow(name) << before << now << QString(stage);
        };
        const Session masked = with(session, 0, [](Options& o) { o.mask.causal = true; });
        const Session placed = made(withPositions(session, Positions::Kind::Sinusoidal));
        row("nothing", session, session, "");
        row("an embedding", session, edited(session, Parameter::X, 0), "0 X");
        row("an embedding, with positions", placed, edited(placed, Parameter::X, 0), "0 embeddings");
        row("positions", session, placed, "0 positions");
        row("no positions", placed, session, "0 X");
        const Session normed = made(withNorm(session, 0, Norm{Norm::Place::Before}));
        row("no norm before the heads", normed, session, "0 Q");
        row("no residual", made(withResidual(session, 0, true)), session, "1 X");
        row("W_q", session, edited(session, Parameter::Wq, 0), "0 Q");
        row("W_k of a head above", session, edited(session, Parameter::Wk, 1, 1), "1 K");
        row("W_v", session, edited(session, Parameter::Wv, 0, 1), "0 V");
        row("temperature", session, with(session, 1, [](Options& o) { o.temperature = 2; }), "1 scaled");
        row("a mask", session, masked, "0 masked");
        row("no mask", masked, session, "0 weights");
        row("shares of the sum", session, with(session, 0, [](Options& o) { o.normalisation = Normalisation::Sum; }),
            "0 weights");
        row("dropout", session, with(session, 0, [](Options& o) { o.dropout = Dropout{0.5, 1}; }), "0 dropped");
        row("residual", session, made(withResidual(session, 0, true)), "0 result");
        row("a norm before the heads", session, normed, "0 normed");
        const Session dropped = with(session, 0, [](Options& o) { o.dropout = Dropout{0.5, 1}; });
        row("another head", session, made(withHeadAdded(session, 0)), "0 concat");
        row("a head that is off", session, made(withHeadSwitched(session, 0, 1, false)), "0 context");
        const GivenOfHead given{{Parameter::GivenScores, Matrix::Ones(2, 2)}};
        const Session scores = givenSession("a b", {given, given});
        row("a head of given scores that is off", scores, made(withHeadSwitched(scores, 0, 1, false)), "0 mean");
        row("the first head goes", session, made(withHeadRemoved(session, 0, 0)), "0 concat");
        row("the first head goes, with dropout", dropped, made(withHeadRemoved(dropped, 0, 0)), "0 dropped");
        row("the last head goes, with dropout", dropped, made(withHeadRemoved(dropped, 0, 1)), "0 concat");
        row("the first head goes, W_v of the next", session,
            edited(made(withHeadRemoved(session, 0, 0)), Parameter::Wv, 0), "0 V");
        row("the first layer goes", session, made(withLayerRemoved(session, 0)), "0 X");
        row("another layer", session, made(withLayerAdded(session)), "2 X");
        row("a second sentence", session, made(withSecondSentence(session, true)), "0 X_kv");
    }
    void edits() {
        QFETCH(Session, before);
        QFETCH(Session, now);
        QFETCH(QString, stage);
        const auto change = firstChange(before, now);
        QCOMPARE(change ? QStringLiteral("%1 %2").arg(change->layer).arg(infoOf(change->stage).id) : QString(), stage);
        if (change) QVERIFY(earlierIsSame(before, now, *change));
    }

private:
    static bool earlierIsSame(const Session& before, const Session& now, const StageOfLayer& change) {
        const std::vector<Trace> was = tracesOf(before), is = tracesOf(now);
        for (int layer = 0; layer <= change.layer; ++layer)
            for (const StageInfo& info : stages()) {
                const auto l = static_cast<std::size_t>(layer);
                if (l == was.size() || (layer == change.layer && info.stage >= change.stage)) return true;
                const Stage same = equivalentStage(info.stage, before, layer);
                if (!hasStage(info.stage, now, layer)) continue;
                const bool isOfHead = info.scope == Scope::Head;
                const Layer &layerBefore = layerAt(before, layer), &layerNow = layerAt(now, layer);
                for (std::size_t h = 0; h < (isOfHead ? layerNow.heads().size() : 1); ++h)
                    for (std::size_t b = 0; b < (isOfHead ? layerBefore.heads().size() : 1); ++b)
                        if ((!isOfHead || layerBefore.allHeads[b].number == layerNow.allHeads[h].number) &&
                            was[l](same, b) != is[l](info.stage, h))
                            return false;
            }
        return true;
    }
};

QTEST_APPLESS_MAIN(FirstChangeTest)
#include "tst_firstChange.moc"
