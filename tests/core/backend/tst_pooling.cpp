// Tests how the values of a stage become those of a tile.
#include "backend/host/pooling.h"
#include "support/blocks.h"
#include "support/frames.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <random>

using namespace headlight;
using namespace headlight::testing;

namespace {

constexpr Pooling kRules[] = {Pooling::LargestMagnitude, Pooling::Maximum, Pooling::Mean};

Matrix pooled(const StageView& view, const Area& area, Pooling pooling) {
    Matrix tile;
    poolAll(view, area, pooling, tile);
    return tile;
}

} // namespace

class PoolingTest : public QObject {
    Q_OBJECT

private slots:
    void values_data() {
        QTest::addColumn<QString>("values"); // two rows, each of which becomes one value
        QTest::addColumn<QString>("largest");
        QTest::addColumn<QString>("maximum");
        QTest::addColumn<QString>("mean");
        const auto row = [](const char* name, const char* values, const char* largest, const char* maximum,
                            const char* mean) {
            QTest::newRow(name) << QString(values) << QString(largest) << QString(maximum) << QString(mean);
        };
        row("positive", "1 2; 3 6", "2; 6", "2; 6", "1.5; 4.5");
        row("negative", "-1 -3; -4 2", "-3; -4", "-1; 2", "-2; -1");
        row("of +a and -a", "-2 2; 2 -2", "2; 2", "2; 2", "0; 0");
        row("NaN", "nan 1; 1 nan", "nan; nan", "nan; nan", "nan; nan");
        row("infinities", "inf 1; -inf 1", "inf; -inf", "inf; 1", "inf; -inf");
        row("both infinities", "inf -inf; -inf inf", "inf; inf", "inf; inf", "nan; nan");
        row("zeros", "-0 -0; 0 -0", "0; 0", "0; 0", "0; 0");
    }
    void values() {
        QFETCH(QString, values);
        const Matrix m = matrixFrom(values.toStdString());
        const Area area{0, 0, 2, 2, 2, 1};
        const char* const columns[] = {"largest", "maximum", "mean"};
        for (const Pooling pooling : kRules) {
            const QString expected = *static_cast<QString*>(QTest::qData(columns[int(pooling)], QMetaType::QString));
            const Matrix wanted = matrixFrom(expected.toStdString()), tile = pooled(viewOf(m), area, pooling);
            QVERIFY2(tile == wanted || (wanted.hasNaN() && sameBits(tile, wanted)), columns[int(pooling)]);
        }
    }

    /// The mean of many values is added in double: in float the ones beside 2^24 would be lost.
    void theMeanIsRoundedOnce() {
        Matrix m = Matrix::Ones(1, 1001);
        m(0, 0) = 0x1p24F;
        const float mean = pooled(viewOf(m), {0, 0, 1, 1001, 1, 1}, Pooling::Mean)(0, 0);
        QVERIFY(mean == static_cast<float>((0x1p24 + 1000) / 1001));
    }

    void maskedCellsDoNotCount() {
        const Matrix m = matrixFrom("9 1 nan; 9 9 2; 3 4 5");
        AllowedKeys allowed;
        Mask mask = causalMask();
        mask.hidden = {0};
        allowed.take(mask, 3, 3);
        StageView view = viewOf(m);
        view.allowed = unowned(allowed);
        view.masked = -7;
        const Area area{0, 0, 3, 3, 3, 1}; // row 0: nothing; row 1: 9; row 2: 4 and 5
        QVERIFY(pooled(view, area, Pooling::LargestMagnitude) == matrixFrom("-7; 9; 5"));
        QVERIFY(pooled(view, area, Pooling::Maximum) == matrixFrom("-7; 9; 5"));
        QVERIFY(pooled(view, area, Pooling::Mean) == matrixFrom("-7; 9; 4.5"));
    }

    /// Pixels that stand for a changed row or column are computed again; other cells are not read.
    void changesTouchTheirBinsAlone() {
        std::mt19937 random(4);
        Matrix m = randomMatrix(random, 30, 40);
        const Area area{2, 3, 26, 35, 6, 7};
        for (const Pooling pooling : kRules) {
            Matrix tile = Matrix::Constant(6, 7, 99);
            m.row(9).setConstant(5);
            m.col(20).setConstant(-6);
            const IndexSet rows{false, {1, 9}}, cols{false, {20, 39}}; // 1 and 39 are outside the area
            poolChanged(viewOf(m), area, pooling, rows, cols, tile);
            const Matrix all = pooled(viewOf(m), area, pooling);
            const Index row = (9 - 2) * 6 / 26, col = (20 - 3) * 7 / 35;
            for (Index r = 0; r < 6; ++r)
                for (Index c = 0; c < 7; ++c) QVERIFY(tile(r, c) == (r == row || c == col ? all(r, c) : 99.0F));
            Matrix other(2, 2); // of another size: all of it is computed
            poolChanged(viewOf(m), area, pooling, {}, {}, other);
            QVERIFY(sameBits(other, all));
        }
    }

    void binsOfElements_data() {
        QTest::addColumn<QList<int>>("elements");
        QTest::addColumn<QList<int>>("bins"); // of [10, 30) in four bins
        QTest::newRow("none") << QList<int>{} << QList<int>{};
        QTest::newRow("outside") << QList<int>{0, 9, 30} << QList<int>{};
        QTest::newRow("edges") << QList<int>{10, 14, 15, 29} << QList<int>{0, 1, 3};
        QTest::newRow("many in one") << QList<int>{20, 21, 22} << QList<int>{2};
    }
    void binsOfElements() {
        QFETCH(QList<int>, elements);
        QFETCH(QList<int>, bins);
        const IndexSet set{false, {elements.begin(), elements.end()}};
        const std::vector<Index> found = binsOf(set, 10, 20, 4);
        QCOMPARE(QList<int>(found.begin(), found.end()), bins);
    }

    void extents_data() {
        QTest::addColumn<QString>("values");
        QTest::addColumn<float>("low");
        QTest::addColumn<float>("high");
        QTest::addColumn<int>("row");
        QTest::addColumn<int>("col");
        QTest::newRow("finite") << "1 -2; 3 0" << -2.0F << 3.0F << -1 << -1;
        QTest::newRow("NaN") << "1 -2; nan inf" << -2.0F << 1.0F << 1 << 0;
        QTest::newRow("infinity before NaN") << "1 -inf; nan 5" << 1.0F << 5.0F << 0 << 1;
        QTest::newRow("nothing finite") << "nan inf" << 1.0F << 0.0F << 0 << 0;
    }
    void extents() {
        QFETCH(QString, values);
        const Matrix m = matrixFrom(values.toStdString());
        const Extent extent = extentOf(viewOf(m));
        QTEST(extent.low, "low");
        QTEST(extent.high, "high");
        QTEST(static_cast<int>(extent.row), "row");
        QTEST(static_cast<int>(extent.col), "col");
    }

    /// Masked cells do not count, whatever their values are.
    void extentsOfAllowedCells() {
        constexpr float kOdd[] = {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()};
        std::mt19937 random(3);
        for (int round = 0; round < 50 * kMaskSorts; ++round) {
            Matrix m = randomMatrix(random, 5, 7);
            for (int odd = round % 4; odd > 0; --odd) m.data()[random() % 35] = kOdd[random() % 2];
            AllowedKeys allowed;
            allowed.take(maskOf(random, round % kMaskSorts, 5, 7), 5, 7);
            StageView view = viewOf(m);
            view.allowed = unowned(allowed);
            FiniteExtremes finite;
            Index row = -1, col = -1;
            for (Index r = 0; r < 5; ++r)
                for (Index c = 0; c < 7; ++c)
                    if (!allowed.mask().allows(r, c)) {
                    } else if (std::isfinite(m(r, c))) {
                        finite.takeFinite(m(r, c));
                    } else if (row < 0) {
                        row = r;
                        col = c;
                    }
            const Extent extent = extentOf(view);
            QCOMPARE(extent.low, finite.extent().low);
            QCOMPARE(extent.high, finite.extent().high);
            QCOMPARE(extent.row, row);
            QCOMPARE(extent.col, col);
        }
    }
};

QTEST_APPLESS_MAIN(PoolingTest)
#include "tst_pooling.moc"
