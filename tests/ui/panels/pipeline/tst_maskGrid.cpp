// Which cells a stroke crosses.
#include "panels/pipeline/MaskGrid.h"

#include <QTest>

using namespace headlight;

class MaskGridTest : public QObject {
    Q_OBJECT

private slots:
    void cellsOfAStroke_data() {
        using Cells = std::vector<MaskCell>;
        QTest::addColumn<QPointF>("from");
        QTest::addColumn<QPointF>("to");
        QTest::addColumn<Cells>("cells");
        QTest::newRow("a point") << QPointF(1.5, 2.5) << QPointF(1.5, 2.5) << Cells{{2, 1}};
        QTest::newRow("within one") << QPointF(1.1, 2.1) << QPointF(1.9, 2.8) << Cells{{2, 1}};
        QTest::newRow("along a row") << QPointF(0.5, 0.5) << QPointF(3.5, 0.5) << Cells{{0, 0}, {0, 1}, {0, 2}, {0, 3}};
        QTest::newRow("back") << QPointF(2.5, 0.5) << QPointF(0.5, 0.5) << Cells{{0, 2}, {0, 1}, {0, 0}};
        QTest::newRow("down") << QPointF(0.5, 0.5) << QPointF(0.5, 2.5) << Cells{{0, 0}, {1, 0}, {2, 0}};
        QTest::newRow("steep") << QPointF(0.5, 0.5) << QPointF(1.5, 2.5) << Cells{{0, 0}, {1, 0}, {1, 1}, {2, 1}};
        QTest::newRow("through a corner") << QPointF(0.5, 0.5) << QPointF(1.5, 1.5) << Cells{{0, 0}, {1, 1}};
        QTest::newRow("from without") << QPointF(-1.5, 0.5) << QPointF(0.5, 0.5) << Cells{{0, -2}, {0, -1}, {0, 0}};
    }
    void cellsOfAStroke() {
        QFETCH(QPointF, from);
        QFETCH(QPointF, to);
        QFETCH(std::vector<MaskCell>, cells);
        QCOMPARE(cellsBetween(from, to), cells);
    }

    /// Whatever the way, each cell touches the next one.
    void noStrokeHasAGap() {
        for (int i = 0; i < 200; ++i) {
            const QPointF from(i * 0.37, 40 - i * 0.11), to(60 - i * 0.29, i * 0.53);
            const auto cells = cellsBetween(from, to);
            QCOMPARE(cells.front(), (MaskCell{int(std::floor(from.y())), int(std::floor(from.x()))}));
            QCOMPARE(cells.back(), (MaskCell{int(std::floor(to.y())), int(std::floor(to.x()))}));
            for (std::size_t c = 1; c < cells.size(); ++c)
                QVERIFY(std::abs(cells[c].query - cells[c - 1].query) <= 1 &&
                        std::abs(cells[c].key - cells[c - 1].key) <= 1);
        }
    }
};

QTEST_MAIN(MaskGridTest)
#include "tst_maskGrid.moc"
