// Whole stages: how far they are, that they can be stopped, and that nothing is computed twice for them.
#include "backend/backends.h"
#include "engine/Engine.h"
#include "support/RecordingBackend.h"
#include "support/blocks.h"

#include <QTest>

#include <algorithm>

using namespace headlight;
using namespace headlight::testing;

class TraceTest : public QObject {
    Q_OBJECT

private slots:
    void traceTellsProgressAndStops() {
        std::mt19937 random(4);
        const Session session = randomSession(random, {9, 4, 3, 3, 5});
        Engine engine(makeBackend(kDefaultBackend).value());
        std::vector<double> told;
        QVERIFY(engine.trace(session, 0, [&](double p) { return told.push_back(p), true; }).ok());
        QVERIFY(told.size() > 3 && std::is_sorted(told.begin(), told.end()));
        QCOMPARE(told.front(), 0.0);
        QCOMPARE(told.back(), 1.0);
        const auto stopped = engine.trace(session, 0, [](double p) { return p < 0.5; });
        QVERIFY(!stopped.ok());
        QCOMPARE(stopped.text(), std::string("Cancelled"));
        QVERIFY(!engine.trace(session, 1, {}).ok());
    }

    /// Heads come one after the other, and are joined at the end.
    void everyHeadAttendsOnce() {
        std::mt19937 random(4);
        Session session = randomSession(random, {9, 4, 3, 3, 4});
        session.layers[0][Parameter::Wo] = randomMatrix(random, 12, 4);
        session.layers.push_back(session.layers[0]);
        const auto updates = std::make_shared<Updates>();
        Engine engine(std::make_unique<RecordingBackend>(updates));
        QVERIFY(engine.traces(session, 0, 1, {}).ok());
        std::vector<int> attended(2 * 3);
        for (const LayerUpdate& update : *updates)
            for (std::size_t h = 0; h < update.heads.size(); ++h)
                attended[static_cast<std::size_t>(update.number) * 3 + h] += update.heads[h].attend.has_value();
        QVERIFY(attended == std::vector<int>(2 * 3, 1));
    }
};

QTEST_APPLESS_MAIN(TraceTest)
#include "tst_trace.moc"
