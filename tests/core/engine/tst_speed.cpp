#include "engine/speed.h"
#include "support/FailingBackend.h"
#include "support/incremental.h"

#include <QTest>

#include <cmath>

using namespace headlight;
using namespace headlight::testing;

class SpeedTest : public QObject {
    Q_OBJECT

private slots:
    /// The columns `device` and `cpu` are the seconds of 10 and of 110 multiplications.
    void breakEven_data() {
        QTest::addColumn<std::array<double, 2>>("device");
        QTest::addColumn<std::array<double, 2>>("cpu");
        QTest::addColumn<double>("expected");
        const auto row = [](const char* name, std::array<double, 2> device, std::array<double, 2> cpu,
                            double expected) { QTest::newRow(name) << device << cpu << expected; };
        row("between the two", {5, 6}, {1, 11}, 10 + 400.0 / 9);
        row("at the larger one", {5, 11}, {1, 11}, 110);
        row("beyond them", {5, 10}, {1, 9}, 10 + 400.0 / 3);
        row("always", {0.05, 1}, {1, 11}, 0);
        row("never: slower the more there is", {5, 20}, {1, 11}, HUGE_VAL);
        row("never: it does not catch up", {5, 15}, {1, 11}, HUGE_VAL);
    }
    void breakEven() {
        using Seconds = std::array<double, 2>;
        QFETCH(Seconds, device);
        QFETCH(Seconds, cpu);
        QFETCH(double, expected);
        const auto speeds = [](const Seconds& s) { return std::array{Speed{10, s[0]}, Speed{110, s[1]}}; };
        const double found = headlight::breakEven(speeds(device), speeds(cpu));
        if (std::isinf(expected))
            QVERIFY(std::isinf(found));
        else
            QVERIFY2(std::abs(found - expected) < 1e-9, std::to_string(found).c_str());
    }

    void aLayerIsTimed() {
        const auto small = measuredSpeed(eigen(), 32), large = measuredSpeed(eigen(), 256);
        QVERIFY(small.ok() && large.ok());
        QVERIFY(small->seconds > 0 && small->seconds < large->seconds);
        QVERIFY(small->multiplications > 8 * 32 * 64 * 64 && small->multiplications * 8 < large->multiplications);
    }

    void whoFailsIsNotTimed() {
        const auto failure = std::make_shared<Failure>();
        failure->at = 2;
        QVERIFY(measuredSpeed(std::make_unique<FailingBackend>(failure), 32).text().find("the device is gone") !=
                std::string::npos);
        const MakeBackend none = [] { return Result<std::unique_ptr<Backend>>(Problem{"It is gone."}); };
        QCOMPARE(measuredBreakEven(none, [] { return makeBackend(kDefaultBackend); }).text(),
                 std::string("It is gone."));
    }
};

QTEST_APPLESS_MAIN(SpeedTest)
#include "tst_speed.moc"
