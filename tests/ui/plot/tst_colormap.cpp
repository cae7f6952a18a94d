#include "plot/Colormap.h"
#include "style/colours.h"

#include <QTest>

#include <cmath>

using namespace headlight;

namespace {

/// Returns the lightness in OKLab, 0 to 1 (https://bottosson.github.io/posts/oklab).
double lightness(QRgb rgb) {
    const auto linear = [](int channel) {
        const double c = channel / 255.0;
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    const double r = linear(qRed(rgb)), g = linear(qGreen(rgb)), b = linear(qBlue(rgb));
    return 0.2104542553 * std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) +
           0.7936177850 * std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) -
           0.0040720468 * std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
}

} // namespace

class ColormapTest : public QObject {
    Q_OBJECT

private slots:
    void lightnessIsEven_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<bool>("dark");
        for (const ColormapInfo& info : colormaps())
            for (const bool dark : {false, true})
                QTest::addRow("%s %s", info.id, dark ? "dark" : "light") << QString(QLatin1String(info.id)) << dark;
    }
    /// Equal steps of value are equal steps of lightness: in a sequential map from end to end, in a diverging one from
    /// the middle to each end. Rounding to 8 bits a channel changes the lightness by less than 0.004. Magma is even by
    /// another measure (CAM02-UCS), which differs near black: there its lightness must only rise.
    void lightnessIsEven() {
        QFETCH(QString, id);
        QFETCH(bool, dark);
        for (const ColormapInfo& info : colormaps()) {
            if (id != QLatin1String(info.id)) continue;
            const Colormap map = info.make(dark ? darkTheme() : lightTheme());
            constexpr int kLast = Colormap::kEntries - 1, kMiddle = kLast / 2;
            const auto check = [&](int from, int to) {
                const double low = lightness(map.entry(from)), high = lightness(map.entry(to));
                QVERIFY(std::abs(high - low) > 0.2);
                for (int i = 1; i < 16; ++i) {
                    const double expected = low + (high - low) * i / 16;
                    const double actual = lightness(map.entry(from + (to - from) * i / 16));
                    if (id == QLatin1String("magma"))
                        QVERIFY(actual > lightness(map.entry(from + (to - from) * (i - 1) / 16)));
                    else
                        QVERIFY2(std::abs(actual - expected) < 0.02, qPrintable(QString::number(actual - expected)));
                }
            };
            if (info.isDiverging) {
                check(kMiddle, 0);
                check(kMiddle, kLast);
            } else {
                check(0, kLast);
            }
        }
    }

    /// WCAG 2.1, 1.4.11: the mark of a cell needs a contrast of 3 : 1, which white or black alone cannot give on all.
    void linesShowOnEveryColour_data() {
        QTest::addColumn<QColor>("line");
        QTest::addColumn<bool>("dark");
        for (const Theme* t : themes()) {
            QTest::addRow("query, %s", qPrintable(t->id)) << t->queryLine << t->dark;
            QTest::addRow("key, %s", qPrintable(t->id)) << t->keyLine << t->dark;
            QTest::addRow("cell, %s", qPrintable(t->id)) << t->cellLine << t->dark;
        }
    }
    void linesShowOnEveryColour() {
        QFETCH(QColor, line);
        QFETCH(bool, dark);
        const Theme& theme = dark ? darkTheme() : lightTheme();
        const auto check = [&](const QColor& on, const char* where) {
            const double best = std::max(contrast(line, on), contrast(theme.lineCasing, on));
            QVERIFY2(best >= 3, qPrintable(QStringLiteral("%1 on %2 of %3").arg(best).arg(on.name(), where)));
        };
        for (const ColormapInfo& info : colormaps()) {
            const Colormap map = info.make(theme);
            for (int i = 0; i < Colormap::kEntries; ++i) check(map.entry(i), info.id);
        }
        check(theme.masked, "masked cells");
        check(theme.notANumber, "NaN");
        check(theme.surface, "the card");
        QVERIFY(contrast(line, theme.lineCasing) >= 3);
    }

    void zeroHasTheThemesColour() {
        for (const Theme* theme : {&lightTheme(), &darkTheme()}) {
            const auto map = colormapFor(true, *theme);
            QCOMPARE(map->colour(0, colourRange({-0.3F, 2.32F}, true)), theme->zero.rgb());
            QCOMPARE(map->colour(2.4F, {-2.4F, 2.4F}), theme->positiveEnd.rgb());
            QCOMPARE(map->colour(-2.4F, {-2.4F, 2.4F}), theme->negativeEnd.rgb());
        }
    }

    /// Points between the stops of the maps, from their authors' tables.
    void namedMapsAreThose_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<double>("share");
        QTest::addColumn<QColor>("colour");
        QTest::newRow("viridis 1/4") << "viridis" << 0.25 << QColor(0x3b, 0x52, 0x8b);
        QTest::newRow("viridis 1/2") << "viridis" << 0.5 << QColor(0x21, 0x91, 0x8c);
        QTest::newRow("viridis 3/4") << "viridis" << 0.75 << QColor(0x5e, 0xc9, 0x62);
        QTest::newRow("magma 1/4") << "magma" << 0.25 << QColor(0x51, 0x12, 0x7c);
        QTest::newRow("magma 1/2") << "magma" << 0.5 << QColor(0xb7, 0x37, 0x79);
        QTest::newRow("magma 3/4") << "magma" << 0.75 << QColor(0xfc, 0x89, 0x61);
        QTest::newRow("cividis 1/2") << "cividis" << 0.5 << QColor(0x7c, 0x7b, 0x78);
    }
    void namedMapsAreThose() {
        QFETCH(QString, id);
        QFETCH(double, share);
        QFETCH(QColor, colour);
        const auto map = colormapFor(false, lightTheme(), id.toStdString());
        const QColor actual(map->entry(static_cast<int>(std::lround(share * (Colormap::kEntries - 1)))));
        const int maxDifference = 5; // of 255: a map has ten stops instead of 256
        QVERIFY2(std::abs(actual.red() - colour.red()) <= maxDifference &&
                     std::abs(actual.green() - colour.green()) <= maxDifference &&
                     std::abs(actual.blue() - colour.blue()) <= maxDifference,
                 qPrintable(actual.name()));
    }
    void whatIsNotKnownIsAsUsual() {
        QCOMPARE(colormapFor(false, lightTheme(), "of a later version"), colormapFor(false, lightTheme(), "viridis"));
        QCOMPARE(colormapFor(false, lightTheme(), "blue-red"), colormapFor(false, lightTheme()));
        QCOMPARE(&findCurve("of a later version"), &straight());
        QCOMPARE(&findCurve(""), &straight());
    }

    void curvesSpreadSmallValues_data() {
        QTest::addColumn<QString>("curve");
        QTest::addColumn<double>("value");
        QTest::addColumn<Range>("range");
        QTest::addColumn<double>("share");
        QTest::newRow("linear") << "linear" << 0.25 << Range{0, 1} << 0.25;
        QTest::newRow("root") << "root" << 0.25 << Range{0, 1} << 0.5;
        QTest::newRow("root, ends") << "root" << 4.0 << Range{0, 4} << 1.0;
        QTest::newRow("root, from 1") << "root" << 2.0 << Range{1, 5} << 0.5;
        QTest::newRow("root, signed") << "root" << -0.25 << Range{-1, 1} << 0.25;
        QTest::newRow("root, zero") << "root" << 0.0 << Range{-1, 1} << 0.5;
        QTest::newRow("logarithm, zero") << "logarithm" << 0.0 << Range{0, 1} << 0.0;
        QTest::newRow("logarithm, a 999th") << "logarithm" << 1.0 / 999 << Range{0, 1} << std::log(2) / std::log(1000);
        QTest::newRow("logarithm, all") << "logarithm" << 0.5 << Range{0, 0.5F} << 1.0;
        QTest::newRow("below") << "logarithm" << -9.0 << Range{0, 1} << 0.0;
    }
    void curvesSpreadSmallValues() {
        QFETCH(QString, curve);
        QFETCH(double, value);
        QFETCH(Range, range);
        QFETCH(double, share);
        const double actual = shareOf(value, range, findCurve(curve.toStdString()));
        QVERIFY2(std::abs(actual - share) < 1e-12, qPrintable(QString::number(actual, 'g', 17)));
    }

    void typedRangesKeepZeroInTheMiddle() {
        QCOMPARE(typedRange({-1, 5}, true), (Range{-5, 5}));
        QCOMPARE(typedRange({-7, 5}, true), (Range{-7, 7}));
        QCOMPARE(typedRange({0.2F, 0.5F}, false), (Range{0.2F, 0.5F}));
    }

    void oneMapPerThemeAndKind() {
        QCOMPARE(colormapFor(true, lightTheme()), colormapFor(true, lightTheme(), "blue-red"));
        QVERIFY(colormapFor(true, lightTheme()) != colormapFor(true, darkTheme()));
        QVERIFY(colormapFor(false, lightTheme()) != colormapFor(true, lightTheme()));
    }

    void indexStaysInTheTable_data() {
        QTest::addColumn<float>("value");
        QTest::addColumn<Range>("range");
        QTest::addColumn<int>("index");
        constexpr float kMax = std::numeric_limits<float>::max();
        QTest::newRow("low") << -1.0F << Range{-1, 1} << 0;
        QTest::newRow("high") << 1.0F << Range{-1, 1} << 1024;
        QTest::newRow("middle") << 0.0F << Range{-1, 1} << 512;
        QTest::newRow("above") << 9.0F << Range{0, 1} << 1024;
        QTest::newRow("below") << -9.0F << Range{0, 1} << 0;
        QTest::newRow("largest range") << kMax << Range{-kMax, kMax} << 1024;
        QTest::newRow("empty range") << 3.0F << Range{} << 512;
        QTest::newRow("range of a point") << 3.0F << Range{3, 3} << 512;
    }
    void indexStaysInTheTable() {
        QFETCH(float, value);
        QFETCH(Range, range);
        QFETCH(int, index);
        QCOMPARE(Colormap::indexOf(value, range), index);
    }

    void rangesAreRound_data() {
        QTest::addColumn<Range>("data");
        QTest::addColumn<bool>("isSigned");
        QTest::addColumn<Range>("range");
        QTest::newRow("scores") << Range{-0.31F, 2.32F} << true << Range{-2.4F, 2.4F};
        QTest::newRow("negative scores") << Range{-7.2F, -1} << true << Range{-8, 8};
        QTest::newRow("weights") << Range{0.01F, 0.52F} << false << Range{0, 0.6F};
        QTest::newRow("weights, one sure") << Range{0, 1} << false << Range{0, 1};
        QTest::newRow("small weights") << Range{0.001F, 0.0029F} << false << Range{0, 0.0032F};
        QTest::newRow("sums below zero") << Range{-0.5F, 1.2F} << false << Range{-1.2F, 1.2F};
        QTest::newRow("nothing, signed") << Range{} << true << Range{-1, 1};
        QTest::newRow("nothing") << Range{} << false << Range{0, 1};
        QTest::newRow("all zero") << Range{0, 0} << true << Range{-1, 1};
    }
    void rangesAreRound() {
        QFETCH(Range, data);
        QFETCH(bool, isSigned);
        QFETCH(Range, range);
        const Range actual = colourRange(data, isSigned);
        QCOMPARE(actual.low, range.low);
        QCOMPARE(actual.high, range.high);
    }
    void rangesHoldTheData() {
        for (float magnitude = 1e-6F; magnitude < 1e6F; magnitude *= 1.07F) {
            const Range range = colourRange({-magnitude, magnitude / 3}, true);
            QVERIFY(range.high >= magnitude * 0.999999F); // rounded to 2 digits, as a float
            QVERIFY(range.high < magnitude * 1.26F);      // the largest ratio of two mantissas is 1.25 (4 and 5)
        }
    }

    void textIsReadable() {
        QVERIFY(blackReadsBetterOn(qRgb(255, 255, 255)));
        QVERIFY(!blackReadsBetterOn(qRgb(0, 0, 0)));
        QVERIFY(blackReadsBetterOn(qRgb(255, 230, 40)));
        QVERIFY(!blackReadsBetterOn(qRgb(70, 20, 100)));
    }
};

QTEST_GUILESS_MAIN(ColormapTest)
#include "tst_colormap.moc"
