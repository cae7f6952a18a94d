// Where the weights of two sessions differ most.
#include "attention/formulas.h"
#include "document/largestDifference.h"
#include "support/blocks.h"

#include <QSignalSpy>
#include <QTest>

#include <cmath>
#include <limits>

using namespace headlight;
using namespace headlight::testing;

namespace {

Session withTemperature(Session session, double temperature, int layer = 0) {
    session.layers.at(static_cast<std::size_t>(layer)).options.temperature = temperature;
    return session;
}

} // namespace

class LargestDifferenceTest : public QObject {
    Q_OBJECT

private slots:
    /// Against the formulas, cell by cell.
    void itIsTheLargest_data() {
        QTest::addColumn<int>("tokens");
        QTest::addColumn<bool>("causal");
        QTest::newRow("one token") << 1 << false;
        QTest::newRow("few") << 5 << false;
        QTest::newRow("causal") << 40 << true;
        QTest::newRow("many") << 130 << false;
    }
    void itIsTheLargest() {
        QFETCH(int, tokens);
        QFETCH(bool, causal);
        std::mt19937 random(7);
        Session session = randomSession(random, {tokens, 4, 3, 3, 2});
        session.layers[0].options.mask.causal = causal;
        const Session other = withTemperature(session, 0.5);
        const auto found = largestDifference(session, other, 0);
        QVERIFY(found.ok());
        const ReferenceTrace a = reference(session), b = reference(other);
        double most = 0;
        for (std::size_t head = 0; head < 3; ++head)
            most = std::max(most, (a(Stage::Weights, head) - b(Stage::Weights, head)).cwiseAbs().maxCoeff());
        QVERIFY(std::abs(double(found->most) - most) < 1e-5);
        const auto at = [&](const ReferenceTrace& trace) {
            return trace(Stage::Weights, static_cast<std::size_t>(found->head))(found->query, found->key);
        };
        QVERIFY(std::abs(std::abs(at(a) - at(b)) - most) < 1e-5);
    }

    void theSameDiffersNowhere() {
        std::mt19937 random(7);
        const Session session = randomSession(random, {5, 4, 2, 3, 2});
        QCOMPARE(largestDifference(session, session, 0)->most, 0.F);
        QVERIFY(!largestDifference(session, session, 0)->hasNaN);
    }

    /// A hidden score that is infinite makes its row NaN behind the softmax, and nothing before it.
    void aRowThatIsNaNInOneIsSaid() {
        std::mt19937 random(7);
        Session session = randomSession(random, {3, 2, 1, 2, 2});
        Matrix x = *session.text.embeddings.matrix();
        x.row(2).setConstant(3e38F);
        session.text.embeddings = x;
        session.layers[0].options.mask.hidden = {2};
        Session after = session;
        after.layers[0].options.maskMode = MaskMode::After;
        QVERIFY(largestDifference(session, after, 0)->hasNaN);
    }

    void whatIsNotANumberIsLeftOut() {
        std::mt19937 random(7);
        Session session = randomSession(random, {3, 4, 1, 3, 2});
        Matrix x = *session.text.embeddings.matrix();
        x.setConstant(std::numeric_limits<float>::quiet_NaN());
        session.text.embeddings = x;
        const auto found = largestDifference(session, withTemperature(session, 0.5), 0);
        QVERIFY(std::isnan(found->most) && found->hasNaN);
    }

    void tooManyAreRefused() {
        std::mt19937 random(7);
        const Session session = randomSession(random, {10000, 1, 1, 1, 1});
        const auto found = largestDifference(session, session, 0);
        QCOMPARE(found.text(),
                 std::string("100000000 weights are too many to compare: at most 16777216 are possible."));
    }

    /// Not on the thread that asks, and only while somebody waits.
    void answersCome() {
        std::mt19937 random(7);
        const Session session = randomSession(random, {5, 4, 2, 3, 2});
        DifferenceAsker asker;
        QSignalSpy answers(&asker, &DifferenceAsker::answered);
        asker.ask(session, withTemperature(session, 0.5), 0);
        QCOMPARE(answers.count(), 0);
        QTRY_COMPARE(answers.count(), 1);
        asker.ask(session, session, 0);
        asker.drop();
        asker.ask(session, withTemperature(session, 0.5), 0);
        QTRY_VERIFY(answers.count() >= 2);
    }
};

QTEST_MAIN(LargestDifferenceTest)
#include "tst_largestDifference.moc"
