#include "base/toFloat.h"

#include <QTest>

using namespace headlight;

class ToFloatTest : public QObject {
    Q_OBJECT

private slots:
    void theNearestIsTaken_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<float>("nearest");
        const float largest = std::numeric_limits<float>::max(), infinity = std::numeric_limits<float>::infinity();
        QTest::newRow("small") << 0.1 << 0.1F;
        QTest::newRow("subnormal") << 1e-45 << 1e-45F;
        QTest::newRow("below the subnormal") << 1e-300 << 0.0F;
        QTest::newRow("largest") << double(largest) << largest;
        QTest::newRow("just above") << std::nextafter(double(largest), 1e300) << largest;
        QTest::newRow("just below halfway") << std::nextafter(0x1.ffffffp127, 0) << largest;
        QTest::newRow("halfway") << 0x1.ffffffp127 << infinity;
        QTest::newRow("far above") << 1e300 << infinity;
        QTest::newRow("infinite") << double(infinity) << infinity;
    }
    void theNearestIsTaken() {
        QFETCH(double, value);
        QFETCH(float, nearest);
        QVERIFY(toFloat(value) == nearest);
        QVERIFY(toFloat(-value) == -nearest);
    }

    void nanStaysNan() { QVERIFY(std::isnan(toFloat(std::numeric_limits<double>::quiet_NaN()))); }
};

QTEST_APPLESS_MAIN(ToFloatTest)
#include "tst_toFloat.moc"
