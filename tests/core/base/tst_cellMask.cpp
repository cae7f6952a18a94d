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

    void wordsAreItsBits() {
        CellMask mask(5, 7, false);
        mask.set(0, 3, true);
        mask.set(4, 5, true); // cell 33
        QVERIFY(mask.words() == (std::vector<std::uint32_t>{8, 2}));
        QVERIFY(CellMask(1, 3, true).words() == std::vector<std::uint32_t>{7});
    }

    void equality() {
        QVERIFY(CellMask(2, 3, true) == CellMask(2, 3, true));
        QVERIFY(CellMask(2, 3, true) != CellMask(3, 2, true));
        QVERIFY(CellMask(2, 3, true) != CellMask(2, 3, false));
        CellMask mask(1, 2, false);
        for (const int col : {0, 1}) mask.set(0, col, true);
        QVERIFY(mask == CellMask(1, 2, true));
    }
};

QTEST_APPLESS_MAIN(CellMaskTest)
#include "tst_cellMask.moc"
