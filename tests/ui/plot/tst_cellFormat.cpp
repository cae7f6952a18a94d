#include "plot/CellFormat.h"
#include "style/textSize.h"

#include <QApplication>
#include <QFontMetricsF>
#include <QImage>
#include <QTest>

#include <limits>
#include <random>

using namespace headlight;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
const Range kWeights{0, 0.98F}, kScores{-4.8F, 4.8F};

const QImage& device() {
    static const QImage image(1, 1, QImage::Format_RGB32);
    return image;
}

CellFormat formatFor(const Range& range, bool isSigned, const QSizeF& cell, std::optional<int> wanted = {}) {
    return cellFormat(range, isSigned, wanted, cell, &device());
}

double widthOf(float value, const CellFormat& format) {
    return QFontMetricsF(cellFont(format), &device()).horizontalAdvance(cellText(value, format));
}

} // namespace

class CellFormatTest : public QObject {
    Q_OBJECT

private slots:
    void cleanup() { applyTextSize(*qApp, lightTheme(), 1); }

    void formats_data() {
        QTest::addColumn<Range>("range");
        QTest::addColumn<bool>("isSigned");
        QTest::addColumn<QSizeF>("cell");
        QTest::addColumn<float>("value");
        QTest::addColumn<QString>("text"); // empty: no numbers fit
        QTest::newRow("weights, large") << kWeights << false << QSizeF(60, 30) << 0.42674F << "0.4267";
        QTest::newRow("scores, large") << kScores << true << QSizeF(60, 30) << -1.55412F << "-1.5541";
        QTest::newRow("a notebook's digits in 44 px") << kScores << true << QSizeF(44, 22) << -0.89361F << "-0.8936";
        QTest::newRow("weights in 44 px") << kWeights << false << QSizeF(44, 22) << 0.02112F << "0.0211";
        QTest::newRow("scores of the first window") << kScores << true << QSizeF(23, 22) << -2.34F << "-2.3";
        QTest::newRow("weights, too narrow for two decimals") << kWeights << false << QSizeF(22, 22) << 0.4267F << "";
        QTest::newRow("scores, too narrow for one") << kScores << true << QSizeF(16, 16) << 0.4267F << "";
        QTest::newRow("too low") << kWeights << false << QSizeF(60, 10.9) << 0.4267F << "";
        QTest::newRow("the lowest") << kWeights << false << QSizeF(60, 11) << 0.4267F << "0.4267";
        QTest::newRow("a weight of 1 keeps the zeros") << Range{0, 1} << false << QSizeF(26, 22) << 0.4267F << "0.43";
        QTest::newRow("hundreds") << Range{-320, 320} << true << QSizeF(80, 30) << 123.456F << "123.4560";
        QTest::newRow("large beside small cells") << Range{-3e6F, 3e6F} << true << QSizeF(26, 22) << 2.31F << "2.3";
        QTest::newRow("small is pale zero") << kWeights << false << QSizeF(26, 22) << 0.0004F << "0.00";
        QTest::newRow("no negative zero") << kScores << true << QSizeF(23, 22) << -0.001F << "0.0";
        QTest::newRow("a small range has two digits")
            << Range{0, 0.00042F} << true << QSizeF(60, 30) << 0.00042F << "0.00042";
        QTest::newRow("no zeros for a small range") << Range{0, 0.0042F} << true << QSizeF(26, 22) << 0.0042F << "";
        QTest::newRow("a zero") << kWeights << false << QSizeF(60, 30) << 0.0F << "0";
        QTest::newRow("a zero after rounding") << kWeights << false << QSizeF(60, 30) << 0.00001F << "0.0000";
        QTest::newRow("nothing finite") << Range{} << true << QSizeF(60, 30) << kInfinity << QStringLiteral(u"\u221E");
        QTest::newRow("-infinity") << kScores << true << QSizeF(60, 30) << -kInfinity << QStringLiteral(u"-\u221E");
        QTest::newRow("NaN") << kScores << true << QSizeF(60, 30) << std::numeric_limits<float>::quiet_NaN() << "NaN";
    }
    void formats() {
        QFETCH(Range, range);
        QFETCH(bool, isSigned);
        QFETCH(QSizeF, cell);
        QFETCH(float, value);
        QFETCH(QString, text);
        const CellFormat format = formatFor(range, isSigned, cell);
        QCOMPARE(format.shown(), !text.isEmpty());
        if (format.shown()) QCOMPARE(cellText(value, format), text);
    }

    /// Digits grow in large cells, but not so far that a row of numbers reads as one.
    void largeDigitsStayApart() {
        const Range scores{-9.9F, 9.9F};
        for (double side = 44; side < 90; side += 0.5) {
            const CellFormat format = formatFor(scores, true, {side, side});
            QCOMPARE(format.decimals, 4);
            QVERIFY(format.points == 8 || widthOf(-9.8807F, format) <= side - 8);
        }
    }

    /// A change of exactly 0 is shown as "0"; it is not rounded.
    void changesHaveTheirSign_data() {
        QTest::addColumn<float>("value");
        QTest::addColumn<QString>("large");
        QTest::addColumn<QString>("small");
        QTest::newRow("more") << 0.0571F << "+0.0571"
                              << "+0.06";
        QTest::newRow("less") << -0.0571F << "-0.0571"
                              << "-0.06";
        QTest::newRow("none") << 0.0F << "0"
                              << "0";
        QTest::newRow("too small") << 0.00001F << "0.0000"
                                   << "0.00";
        QTest::newRow("infinite") << kInfinity << QStringLiteral(u"\u221E") << QStringLiteral(u"\u221E");
    }
    void changesHaveTheirSign() {
        QFETCH(float, value);
        const Range range{-0.06F, 0.06F};
        const CellFormat large = cellFormat(range, false, {}, {60, 30}, &device(), true),
                         small = cellFormat(range, false, {}, {33, 22}, &device(), true);
        QTEST(cellText(value, large), "large");
        QTEST(cellText(value, small), "small");
        QVERIFY(widthOf(value, small) <= 33 - 3);
    }

    /// When cells shrink, their numbers never get more digits or a larger size. They fit as long as all of them can,
    /// and disappear in the end.
    void numbersShrinkWithTheirCells_data() {
        QTest::addColumn<Range>("range");
        QTest::addColumn<bool>("isSigned");
        QTest::newRow("weights") << kWeights << false;
        QTest::newRow("scores") << kScores << true;
        QTest::newRow("large") << Range{-3200, 3200} << true;
        QTest::newRow("small") << Range{0, 0.0032F} << false;
    }
    void numbersShrinkWithTheirCells() {
        QFETCH(Range, range);
        QFETCH(bool, isSigned);
        CellFormat last{10, 100};
        for (double side = 90; side > 1; side -= 0.5) {
            const CellFormat format = formatFor(range, isSigned, {side, side});
            QVERIFY(format.decimals <= last.decimals);
            QVERIFY(!format.shown() || format.points <= last.points || format.decimals < last.decimals);
            last = format;
            if (!format.shown()) continue;
            QVERIFY(format.decimals >= (isSigned ? 1 : 2) && format.decimals <= 4);
            for (const float share : {0.0F, 0.1234F, 0.5F, 0.777F, 1.0F}) {
                const float value = range.low + share * (range.high - range.low);
                constexpr double kGap = 3; // in px, to the next number
                if (std::abs(value) < 9.9F) QVERIFY(widthOf(value, format) <= side - kGap);
            }
        }
        QCOMPARE(last.decimals, -1);
    }

    void decimalsAreChosen_data() {
        QTest::addColumn<int>("wanted");
        QTest::addColumn<double>("width");
        QTest::addColumn<int>("decimals");
        QTest::newRow("two where four fit") << 2 << 60. << 2;
        QTest::newRow("nine") << 9 << 90. << 9;
        QTest::newRow("nine do not fit") << 9 << 43. << 4;
        QTest::newRow("not even two") << 2 << 10. << -1;
    }
    void decimalsAreChosen() {
        QFETCH(int, wanted);
        QFETCH(double, width);
        QFETCH(int, decimals);
        QCOMPARE(formatFor(kWeights, false, {width, 22}, wanted).decimals, decimals);
    }

    /// With larger text, digits on the screen are as large in the same cell, and at least 8 pt in a smaller one.
    void largerTextNeverMakesDigitsSmaller() {
        for (double side = 12; side < 160; side += 0.5)
            for (const double text : {1.1, 1.25, 1.5, 2.0}) {
                applyTextSize(*qApp, lightTheme(), 1);
                const CellFormat usual = formatFor(kWeights, false, {side, side});
                applyTextSize(*qApp, lightTheme(), text);
                const CellFormat same = formatFor(kWeights, false, {side, side});
                if (usual.shown())
                    QVERIFY2(same.shown() && same.points * text >= usual.points - 1e-9,
                             qPrintable(QString("%1 px, %2: %3 pt, %4 pt before")
                                            .arg(side)
                                            .arg(text)
                                            .arg(same.points * text)
                                            .arg(usual.points)));
                const CellFormat shrunk = formatFor(kWeights, false, {2 * side / text, side / text});
                if (shrunk.shown()) QVERIFY(shrunk.points * text >= 8 - 1e-9);
            }
    }

    void widthsAreThoseOfFontMetrics_data() {
        QTest::addColumn<QFont>("font");
        for (const double points : {6.5, 8.0, 8.3, 12.0}) QTest::addRow("window, %g pt", points) << textFont(points);
        QTest::newRow("another family") << QFont(QStringLiteral("DejaVu Sans"), 12);
    }
    void widthsAreThoseOfFontMetrics() {
        QFETCH(QFont, font);
        const QImage image(10, 10, QImage::Format_RGB32);
        const QFontMetricsF metrics(font, &image);
        std::mt19937 random(1);
        QStringList numbers{{}, QStringLiteral("NaN"), QStringLiteral(u"-\u221e"), QStringLiteral("1e-5")};
        for (int i = 0; i < 500; ++i)
            numbers << QString::number(std::normal_distribution<>(0, 30)(random), 'f', i % 5)
                    << QStringLiteral("+%1").arg(i);
        for (int again = 0; again < 2; ++again)
            for (const QString& number : numbers)
                QCOMPARE(NumberWidths(font, &image).of(number), metrics.horizontalAdvance(number));
    }

    /// The same font has other widths on another device.
    void widthsFollowTheDevice() {
        QImage coarse(10, 10, QImage::Format_RGB32), fine = coarse;
        fine.setDotsPerMeterX(3 * coarse.dotsPerMeterX());
        fine.setDotsPerMeterY(3 * coarse.dotsPerMeterY());
        for (const QImage* image : {&coarse, &fine})
            QCOMPARE(NumberWidths(textFont(9), image).of(QStringLiteral("-0.25")),
                     QFontMetricsF(textFont(9), image).horizontalAdvance(QStringLiteral("-0.25")));
    }
};

QTEST_MAIN(CellFormatTest)
#include "tst_cellFormat.moc"
