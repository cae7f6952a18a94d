#include "plot/CellFormat.h"

#include <QFontMetricsF>
#include <QImage>
#include <QTest>

using namespace headlight;

Q_DECLARE_METATYPE(headlight::Range)

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

const QImage& device() {
    static const QImage image(1, 1, QImage::Format_RGB32);
    return image;
}

CellFormat formatFor(const Range& range, double side) { return cellFormat(range, QSizeF(side, side), &device()); }

} // namespace

class CellFormatTest : public QObject {
    Q_OBJECT

private slots:
    void largeCells_data() {
        QTest::addColumn<Range>("range");
        QTest::addColumn<float>("value");
        QTest::addColumn<QString>("text");
        QTest::newRow("weights") << Range{0, 1} << 0.4267F << "0.43";
        QTest::newRow("scores") << Range{-2.4F, 2.4F} << -1.554F << "-1.55";
        QTest::newRow("hundreds") << Range{-320, 320} << 123.456F << "123.5";
        QTest::newRow("small weights") << Range{0, 0.06F} << 0.01234F << "0.012";
        QTest::newRow("no negative zero") << Range{-1, 1} << -0.0001F << "0.00";
        QTest::newRow("NaN") << Range{0, 1} << std::numeric_limits<float>::quiet_NaN() << "NaN";
        QTest::newRow("infinity") << Range{0, 1} << kInfinity << QStringLiteral(u"\u221E");
        QTest::newRow("-infinity") << Range{0, 1} << -kInfinity << QStringLiteral(u"-\u221E");
    }
    void largeCells() {
        QFETCH(Range, range);
        QFETCH(float, value);
        QFETCH(QString, text);
        QCOMPARE(cellText(value, formatFor(range, 80)), text);
    }

    /// As a cell shrinks its numbers never gain digits, always fit, and vanish in the end.
    void numbersAlwaysFit_data() {
        QTest::addColumn<Range>("range");
        QTest::newRow("weights") << Range{0, 1};
        QTest::newRow("scores") << Range{-2.4F, 2.4F};
        QTest::newRow("large") << Range{-3200, 3200};
        QTest::newRow("small") << Range{0, 0.0032F};
    }
    void numbersAlwaysFit() {
        QFETCH(Range, range);
        int last = 10;
        for (double side = 90; side > 1; side -= 0.5) {
            const CellFormat format = formatFor(range, side);
            QVERIFY(format.decimals <= last);
            last = format.decimals;
            if (!format.shown()) continue;
            const QFontMetricsF metrics(cellFont(format), &device());
            for (const float share : {0.0F, 0.1234F, 0.5F, 0.777F, 1.0F}) {
                const float value = range.low + share * (range.high - range.low);
                QVERIFY(metrics.horizontalAdvance(cellText(value, format)) <= side);
            }
        }
        QCOMPARE(last, -1);
    }

    /// Weights never have less than two digits, scores beyond 1 may have one decimal.
    void fewestDecimals_data() {
        QTest::addColumn<Range>("range");
        QTest::addColumn<int>("fewest");
        QTest::newRow("weights") << Range{0, 1} << 2;
        QTest::newRow("weights up to 0.48") << Range{0, 0.48F} << 2;
        QTest::newRow("small weights") << Range{0, 0.06F} << 3;
        QTest::newRow("signed weights") << Range{-0.8F, 0.8F} << 2;
        QTest::newRow("scores") << Range{-4.8F, 4.8F} << 1;
        QTest::newRow("large scores") << Range{-48, 48} << 0;
    }
    void fewestDecimals() {
        QFETCH(Range, range);
        QFETCH(int, fewest);
        int least = 10;
        for (double side = 90; side > 1; side -= 0.25)
            if (const CellFormat format = formatFor(range, side); format.shown())
                least = std::min(least, format.decimals);
        QCOMPARE(least, fewest);
    }

    void scoresFitTheCellsOfTheFirstWindow() {
        const CellFormat format = cellFormat({-4.8F, 4.8F}, QSizeF(20, 27), &device());
        QCOMPARE(cellText(-2.34F, format), QStringLiteral("-2.3"));
        QCOMPARE(cellText(0.4267F, cellFormat({0, 1}, QSizeF(18, 27), &device())), QStringLiteral(".43"));
    }

    void withoutLeadingZero() {
        const CellFormat format{2, false, 7};
        QCOMPARE(cellText(0.434F, format), QStringLiteral(".43"));
        QCOMPARE(cellText(-0.434F, format), QStringLiteral("-.43"));
        QCOMPARE(cellText(0, format), QStringLiteral(".00"));
        QCOMPARE(cellText(0.999F, format), QStringLiteral("1.0"));
    }

    void hopelessRangesHaveNoNumbers() {
        QVERIFY(!formatFor({-1e9F, 1e9F}, 200).shown());
        QVERIFY(!formatFor({0, 1e-9F}, 200).shown());
    }
};

QTEST_MAIN(CellFormatTest)
#include "tst_cellFormat.moc"
