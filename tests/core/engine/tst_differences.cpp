// Differences between two sessions. (Of one size, at any reduction: tst_tiles.cpp.)
#include "backend/backends.h"
#include "engine/Engine.h"
#include "session/edits.h"
#include "support/blocks.h"
#include "support/frames.h"

#include <QTest>

using namespace headlight;
using namespace headlight::testing;

namespace {

Tile tileOf(const Session& session, const MapDemand& map, const Session& other) {
    return *Engine(makeBackend(kDefaultBackend).value()).answer(session, {{map}, {}, {other}}).tiles.at(0);
}

} // namespace

class DifferencesTest : public QObject {
    Q_OBJECT

private slots:
    /// Tokens are found again in a sentence that has changed; what only one of the two has is masked.
    void differencesFollowTheirTokens_data() {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("now");
        QTest::addColumn<QString>("from"); // where each token stood
        QTest::newRow("typed in the middle") << "a b c d"
                                             << "a b new c d"
                                             << "0 1 - 2 3";
        QTest::newRow("gone") << "a b c d"
                              << "a d"
                              << "0 3";
        QTest::newRow("gone and typed") << "a b c d"
                                        << "x a c d b"
                                        << "- 0 2 3 -";
        QTest::newRow("all others") << "a b"
                                    << "x y z"
                                    << "0 1 -";
        QTest::newRow("from nothing") << ""
                                      << "x y"
                                      << "- -";
    }
    void differencesFollowTheirTokens() {
        QFETCH(QString, before);
        QFETCH(QString, now);
        QFETCH(QString, from);
        Session session = newSession(5, 3, 2, 2, 2), other = session;
        session = *withSentence(session, now.toStdString());
        other = *withSentence(other, before.toStdString());
        session.layers[0].options.mask.causal = true;
        Engine engine(makeBackend(kDefaultBackend).value());
        const Trace trace = engine.trace(session, 0, {}).value(), was = engine.trace(other, 0, {}).value();
        const QStringList places = from.split(' ');
        for (const StageInfo& info : stages()) {
            if (!trace.has(info.stage) || !was.has(info.stage)) continue;
            const Matrix &is = trace(info.stage, 0), &less = was(info.stage, 0);
            MapDemand map{info.stage, 0, 0, {}, 100, 100};
            map.state = 1;
            map.isDifference = true;
            const Tile tile = tileOf(session, map, other);
            const Frame checked = Engine(makeBackend("checked").value()).answer(session, {{map}, {}, {other}});
            QVERIFY(!checked.remarks.empty());
            for (const std::string& remark : checked.remarks)
                QVERIFY2(remark.find("Infinity") == std::string::npos, remark.c_str());
            QCOMPARE(tile.values.rows(), is.rows());
            QCOMPARE(tile.values.cols(), is.cols());
            for (Index row = 0; row < is.rows(); ++row)
                for (Index col = 0; col < is.cols(); ++col) {
                    const QString row0 = places[row], col0 = info.isMap() ? places[col] : QString::number(col);
                    // A weight that only one of the two masks is 0 in the other one.
                    const bool isHidden = info.stage == Stage::Masked && col > row;
                    const bool isMasked = row0 == "-" || col0 == "-" || isHidden;
                    QCOMPARE(tile.masked(row, col), isMasked);
                    const float excess = isMasked ? 0 : is(row, col) - less(row0.toInt(), col0.toInt());
                    QVERIFY2(sameBits(tile.values(row, col), excess), info.id);
                }
        }
    }

    /// Both hide it; and behind the softmax masked weights are 0, too.
    void weightsThatBothMask() {
        Session session = *withSentence(newSession(5, 3, 1, 2, 2), "a b c"), other = session;
        other.layers[0].options.mask.causal = true;
        session.layers[0].options.mask.hidden = {2};
        for (const MaskMode mode : {MaskMode::Before, MaskMode::After}) {
            session.layers[0].options.maskMode = other.layers[0].options.maskMode = mode;
            for (const Stage stage : {Stage::Masked, Stage::Weights}) {
                MapDemand map{stage, 0, 0, {}, 100, 100};
                map.state = 1;
                map.isDifference = true;
                const Tile tile = tileOf(session, map, other);
                const bool isZero = stage == Stage::Weights || mode == MaskMode::After;
                for (int row = 0; row < 3; ++row)
                    for (int col = 0; col < 3; ++col)
                        QCOMPARE(tile.masked(row, col), isZero ? col == 2 && col > row : col == 2 || col > row);
            }
        }
    }

    /// There is no difference where the two are not of one size, or one is not there.
    void differencesThatAreNone_data() {
        QTest::addColumn<int>("tokens");
        QTest::addColumn<int>("heads");
        QTest::addColumn<int>("state");
        QTest::addColumn<bool>("isThere");
        QTest::newRow("the same size") << 6 << 2 << 1 << true;
        QTest::newRow("another sentence") << 7 << 2 << 1 << true;
        QTest::newRow("no such head") << 6 << 1 << 1 << false;
        QTest::newRow("no such state") << 6 << 2 << 2 << false;
        QTest::newRow("from itself") << 6 << 2 << 0 << false;
    }
    void differencesThatAreNone() {
        QFETCH(int, tokens);
        QFETCH(int, heads);
        QFETCH(int, state);
        QFETCH(bool, isThere);
        std::mt19937 random(1);
        const Session session = randomSession(random, {6, 3, 2, 2, 2});
        const Session other = randomSession(random, {tokens, 3, heads, 2, 2});
        const MapDemand map{Stage::Weights, 0, 1, {}, 9, 9, Pooling::LargestMagnitude, state, true};
        QCOMPARE(tileOf(session, map, other).values.size() > 0, isThere);
    }
};

QTEST_APPLESS_MAIN(DifferencesTest)
#include "tst_differences.moc"
