#include "table/ScrubDrag.h"

#include <QTest>

#include <limits>

using namespace headlight;

class ScrubDragTest : public QObject {
    Q_OBJECT

private slots:
    void aPixelIsWorth_data() {
        QTest::addColumn<float>("start");
        QTest::addColumn<int>("pixels");
        QTest::addColumn<int>("modifiers");
        QTest::addColumn<float>("expected");
        const int none = Qt::NoModifier, shift = Qt::ShiftModifier, control = Qt::ControlModifier;
        QTest::newRow("plain") << 0.5F << 10 << none << 0.6F;
        QTest::newRow("to the left") << 0.5F << -10 << none << 0.4F;
        QTest::newRow("shift") << 0.5F << 10 << shift << 0.51F;
        QTest::newRow("control") << 0.5F << 10 << control << 1.5F;
        QTest::newRow("through zero") << 0.05F << -10 << none << -0.05F;
        QTest::newRow("finer decimals stay") << 0.1794F << 1 << none << 0.1894F;
        QTest::newRow("a hundred pixels") << 0.2775F << 100 << none << 1.2775F;
        QTest::newRow("finer than the fine step") << 0.1794F << 1 << shift << 0.1804F;
        QTest::newRow("exactly zero") << 0.29F << -29 << none << 0.0F;
        QTest::newRow("not moved, not rounded") << 0.1794F << 0 << none << 0.1794F;
        QTest::newRow("NaN begins at zero") << std::numeric_limits<float>::quiet_NaN() << 3 << none << 0.03F;
        QTest::newRow("stays finite") << std::numeric_limits<float>::max() << 1000 << control
                                      << std::numeric_limits<float>::max();
    }
    void aPixelIsWorth() {
        QFETCH(float, start);
        QFETCH(int, pixels);
        QFETCH(int, modifiers);
        QFETCH(float, expected);
        const Qt::KeyboardModifiers held = Qt::KeyboardModifiers::fromInt(modifiers);
        ScrubDrag drag(start, 100, held);
        QVERIFY(drag.valueAt(100 + pixels, held) == expected);
    }

    void thereAndBackIsTheStart() {
        const float start = 0.123456F;
        ScrubDrag drag(start, 0, Qt::NoModifier);
        for (int x = 0; x < 777; ++x) drag.valueAt(x, Qt::NoModifier);
        QVERIFY(drag.valueAt(0, Qt::NoModifier) == start);
    }

    void aModifierGoesOnFromWhereTheDragIs() {
        ScrubDrag drag(1.0F, 0, Qt::NoModifier);
        QVERIFY(drag.valueAt(50, Qt::NoModifier) == 1.5F);
        QVERIFY(drag.valueAt(50, Qt::ShiftModifier) == 1.5F);
        QVERIFY(drag.valueAt(60, Qt::ShiftModifier) == 1.51F);
        QVERIFY(drag.valueAt(61, Qt::ControlModifier) == 1.61F);
    }
};

QTEST_APPLESS_MAIN(ScrubDragTest)
#include "tst_scrubDrag.moc"
