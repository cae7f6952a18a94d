// Pulls a weight from where one key has the whole row: with large queries, hardly any number moves it.
#include "attention/formulas.h"
#include "core/io/exampleFiles.h"
#include "core/pull/pullSearch.h"
#include "pull/pull.h"
#include "session/edits.h"
#include "support/RandomNumbers.h"

#include <QTest>

using namespace headlight;
using namespace headlight::testing;

namespace {

Session withQueriesTimes(const Session& session, int layer, int head, float factor) {
    const ParameterRef wq{Parameter::Wq, layer, head};
    return *withBlock(session, wq, 0, 0, *matrixOf(session, wq) * factor);
}

const char* wordOf(const Pull& pulled) {
    return pulled.outcome == Pull::Outcome::Reached   ? "reached"
           : pulled.outcome == Pull::Outcome::Nearest ? "nearest"
                                                      : "impossible";
}

} // namespace

class PullFromFlatTest : public QObject {
    Q_OBJECT

private slots:
    /// A pull from a large W_q reaches what a pull from a small one reaches, and both find the same pulls impossible.
    void whatASmallOneReaches_data() { addExamples(); }
    void whatASmallOneReaches() {
        QFETCH(QString, name);
        const Session session = exampleSession(name.toStdString());
        RandomNumbers random(1);
        for (int layer = 0; layer < static_cast<int>(session.layers.size()); ++layer) {
            if (isSimplified(layerAt(session, layer))) continue;
            const Sizes sizes = sizesOf(session, layer);
            const Trace inputs = tracesOf(session)[std::size_t(layer)]; // whatever W_q is
            for (const float factor : {1.0F, 30.0F, 100.0F, 300.0F})
                for (int round = 0; round < 60; ++round) {
                    const int head = random.pick(0, sizes.heads - 1), query = random.pick(0, sizes.tokens - 1),
                              key = random.pick(0, sizes.keyTokens - 1);
                    const double target = std::array{0.001, 0.0467, 0.3, 0.6, 0.9}.at(std::size_t(random.pick(0, 4)));
                    const auto pulledTimes = [&](float times) {
                        const Session large = withQueriesTimes(session, layer, head, times);
                        return pull(*pulledHead(large, programOf(large, layer), layer, head, inputs), Stage::Weights,
                                    query, key, target);
                    };
                    const Pull small = pulledTimes(0.01F), pulled = pulledTimes(factor);
                    const Session after = *withPull(withQueriesTimes(session, layer, head, factor), layer, head, query,
                                                    pulled);
                    const auto now = static_cast<double>(
                        tracesOf(after)[std::size_t(layer)](Stage::Weights, std::size_t(head))(query, key));
                    const std::string where = "layer " + std::to_string(layer) + ", head " + std::to_string(head) +
                                              ", times " + shortest(factor) + ", (" + std::to_string(query) + ", " +
                                              std::to_string(key) + ") to " + shortest(target) + ": " + wordOf(pulled) +
                                              " at " + shortest(pulled.reached) + ", is " + shortest(now) +
                                              "; the small one: " + wordOf(small) + " at " + shortest(small.reached);
                    QVERIFY2(pulled.outcome == small.outcome && pulled.why == small.why, where.c_str());
                    QVERIFY2(std::abs(pulled.reached - target) < std::abs(small.reached - target) + 1e-3,
                             where.c_str());
                    if (pulled.outcome == Pull::Outcome::Reached)
                        QVERIFY2(std::abs(now - target) <= 1e-4, where.c_str());
                }
        }
    }

    /// Equal keys share the row's weight equally, and no slope leads away from there.
    void fromEqualShares_data() {
        QTest::addColumn<float>("entry");
        for (const float entry : {2.0F, 6.0F, 10.0F, 14.0F, 60.0F, 1000.0F})
            QTest::addRow("%g", double(entry)) << entry;
    }
    void fromEqualShares() {
        QFETCH(float, entry);
        const Session session = *withCell(exampleSession("two-layers"), {Parameter::Wq, 0, 0}, 0, 0, entry);
        const PulledHead head = computedHead(session);
        const Pull down = pull(head, Stage::Weights, 0, 0, 0.0467);
        QVERIFY2(down.outcome == Pull::Outcome::Reached, wordOf(down));
        const Session after = *withPull(session, 0, 0, 0, down);
        QVERIFY(std::abs(double(tracesOf(after)[0](Stage::Weights, 0)(0, 0)) - 0.0467) <= 1e-4);
        const Pull up = pull(head, Stage::Weights, 0, 0, 0.3);
        QVERIFY2(up.outcome == Pull::Outcome::Impossible && up.why == Pull::Why::EqualKeys, wordOf(up));
        QVERIFY(std::abs(up.reached - 1.0 / 6) < 1e-3);
    }
};

QTEST_APPLESS_MAIN(PullFromFlatTest)
#include "tst_pullFromFlat.moc"
