#include "plot/CellFormat.h"

#include <QFontMetricsF>
#include <QImage>
#include <QRegularExpression>
#include <QTest>

#include <bit>
#include <cstdint>
#include <random>

using namespace headlight;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

const QImage& device() {
    static const QImage image(1, 1, QImage::Format_RGB32);
    return image;
}

CellFormat formatFor(const Range& range, double side) { return cellFormat(range, QSizeF(side, side), &device()); }

/// As it is painted into a cell of that width.
QString textOf(float value, const CellFormat& format, double width) {
    return cellText(value, format, QFontMetricsF(cellFont(format), &device()), width);
}

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
        QTest::newRow("no negative zero") << Range{-1, 1} << -0.0F << "0.00";
        QTest::newRow("small is not zero") << Range{-1, 1} << -0.0001F << "-1e-4";
        QTest::newRow("half a unit is not zero") << Range{-1000, 1000} << 0.04F << "0.04";
        QTest::newRow("nothing but zeros") << Range{0, 0} << 0.0F << "0.00";
        QTest::newRow("nothing finite") << Range{} << std::numeric_limits<float>::quiet_NaN() << "NaN";
        QTest::newRow("very large") << Range{-1e9F, 1e9F} << -1.25e8F << "-1.25e8";
        QTest::newRow("ones beside very large") << Range{-1e9F, 1e9F} << 2.38F << "2.38";
        QTest::newRow("a tenth beside very large") << Range{-1e9F, 1e9F} << -0.1F << "-0.100";
        QTest::newRow("nearly a tenth") << Range{-1e9F, 1e9F} << -0.0999996F << "-0.100";
        QTest::newRow("a hundred beside very large") << Range{-1e9F, 1e9F} << 100.0F << "100";
        QTest::newRow("very small") << Range{0, 1e-9F} << 4.26e-10F << "4.26e-10";
        QTest::newRow("NaN") << Range{0, 1} << std::numeric_limits<float>::quiet_NaN() << "NaN";
        QTest::newRow("infinity") << Range{0, 1} << kInfinity << QStringLiteral(u"\u221E");
        QTest::newRow("-infinity") << Range{0, 1} << -kInfinity << QStringLiteral(u"-\u221E");
    }
    void largeCells() {
        QFETCH(Range, range);
        QFETCH(float, value);
        QFETCH(QString, text);
        QCOMPARE(textOf(value, formatFor(range, 80), 80), text);
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
                QVERIFY(metrics.horizontalAdvance(cellText(value, format, metrics, side)) <= side);
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
        QTest::newRow("small weights") << Range{0, 0.06F} << 2; // one digit of the largest: ".06", or nothing
        QTest::newRow("smaller weights") << Range{0, 0.006F} << 3;
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
        const CellFormat format = cellFormat({-4.8F, 4.8F}, QSizeF(22, 28), &device());
        QCOMPARE(textOf(-2.34F, format, 22), QStringLiteral("-2.3"));
        QCOMPARE(textOf(0.4267F, cellFormat({0, 1}, QSizeF(18, 27), &device()), 18), QStringLiteral(".43"));
    }

    /// A digit behind which there is a place left for the next one is no "0.1" for 0.056.
    void tenthsAreFiner() {
        const CellFormat format{1, true, false, 9};
        const QFontMetricsF metrics(cellFont(format));
        const double width = metrics.horizontalAdvance(QStringLiteral("-0.0")) + 4; // and no more
        QStringList texts;
        for (const float value : {-0.056F, 0.0942F, 0.0949F, 0.096F, -0.2F, 0.04F, 0.0F})
            texts << cellText(value, format, metrics, width);
        QCOMPARE(texts.join(u' '), QString("-.06 .09 .09 0.1 -0.2 .04 0.0"));
    }

    /// Where tens leave no room for decimals, what is less has one if that is no longer than "-18".
    void asManyDigitsAsFit() {
        const CellFormat format = cellFormat({-18, 18}, QSizeF(22, 11), &device());
        QCOMPARE(format.decimals, 0);
        QCOMPARE(textOf(17.8F, format, 22), QStringLiteral("18"));
        QCOMPARE(textOf(0.594F, format, 22), QStringLiteral("0.6"));
        QCOMPARE(textOf(-1.33F, format, 22), QStringLiteral("-1.3"));
        QCOMPARE(textOf(-1.33F, format, 19), QStringLiteral("-1"));
    }

    void withoutLeadingZero() {
        const CellFormat format{2, false, false, 7};
        QCOMPARE(textOf(0.434F, format, 18), QStringLiteral(".43"));
        QCOMPARE(textOf(-0.434F, format, 18), QStringLiteral("-.43"));
        QCOMPARE(textOf(0, format, 18), QStringLiteral(".00"));
        QCOMPARE(textOf(0.999F, format, 18), QStringLiteral("1.0"));
    }

    /// However narrow: more decimals, an exponent, or a mark.
    void whatIsNotZeroNeverReadsAsZero_data() {
        QTest::addColumn<double>("width");
        QTest::addColumn<QStringList>("texts"); ///< of 0.004, -0.00004, 3e-12
        QTest::newRow("wide") << 90.0 << QStringList{"0.004", "-0.00004", "0.000000000003"};
        QTest::newRow("usual") << 36.0 << QStringList{"0.004", "-4e-5", "3e-12"};
        QTest::newRow("narrow") << 25.0 << QStringList{".004", "<0", ">0"};
    }
    void whatIsNotZeroNeverReadsAsZero() {
        QFETCH(double, width);
        QFETCH(QStringList, texts);
        const CellFormat format{0, true, false, 8.5};
        QCOMPARE(textOf(0.004F, format, width), texts[0]);
        QCOMPARE(textOf(-0.00004F, format, width), texts[1]);
        QCOMPARE(textOf(3e-12F, format, width), texts[2]);
        std::mt19937 random(1);
        for (int i = 0; i < 10'000; ++i) {
            const float value = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
            if (value == 0 || !std::isfinite(value)) continue;
            for (const double side : {12.0, 17.0, 23.0, 40.0, 90.0})
                if (const CellFormat any = formatFor({-4.8F, 4.8F}, side); any.shown()) {
                    const QString text = textOf(value, any, side);
                    QVERIFY2(text.contains(QRegularExpression("[1-9<>]")), qPrintable(text));
                }
        }
    }

    /// It grows with its cell, and never beyond reason.
    void theFontGrows() {
        double last = 0;
        for (double side = 16; side < 400; side += 2) {
            const CellFormat format = formatFor({0, 1}, side);
            QVERIFY(format.pointSize >= last || format.decimals > 0);
            last = std::max(last, format.pointSize);
            QVERIFY(format.pointSize <= 24);
        }
        QCOMPARE(last, 24.0);
    }
};

QTEST_MAIN(CellFormatTest)
#include "tst_cellFormat.moc"
