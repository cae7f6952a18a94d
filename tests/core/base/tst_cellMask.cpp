#include "base/CellMask.h"

#include <QTest>

using headlight::CellMask;

class CellMaskTest : public QObject {
    Q_OBJECT

private slots:
    void noneIsMaskedOfAnEmptyOne() {
        const CellMask mask;
        QVERIFY(mask.empty());
        QVERIFY(!mask(0, 0) && !mask(1000, 1000));
        QVERIFY(CellMask(0, 5, true).empty());
    }

    void cellsAreTheirOwn() {
        for (const bool isMasked : {false, true}) {
            CellMask mask(3, 5, isMasked);
            QVERIFY(!mask.empty());
            mask.set(1, 4, !isMasked);
            for (int row = 0; row < 3; ++row)
                for (int col = 0; col < 5; ++col) QCOMPARE(mask(row, col), isMasked != (row == 1 && col == 4));
        }
    }

    void equality() {
        QVERIFY(CellMask(2, 3, true) == CellMask(2, 3, true));
        QVERIFY(CellMask(2, 3, true) != CellMask(3, 2, true));
        QVERIFY(CellMask(2, 3, true) != CellMask(2, 3, false));
    }
};

QTEST_APPLESS_MAIN(CellMaskTest)
#include "tst_cellMask.moc"
