#include "plot/BarView.h"
#include "plot/ColorScale.h"
#include "ui/plot/tiles.h"

#include <QSignalSpy>
#include <QTest>

using namespace headlight;
using namespace headlight::test;

Q_DECLARE_METATYPE(headlight::Range)

namespace {

/// Height of the highest pixel of that colour in a column of the picture, from the bottom; -1: none.
int heightOf(const QImage& image, int x, const QColor& colour) {
    for (int y = 0; y < image.height(); ++y)
        if (image.pixel(x, y) == colour.rgb()) return image.height() - y;
    return -1;
}

} // namespace

class BarsAndScalesTest : public QObject {
    Q_OBJECT

private slots:
    void barsAreAsHighAsTheirWeights() {
        BarView view;
        view.resize(224, 116); // 4 bars of 56 px; 96 px for the tallest
        view.setContent({{0.5F, 0.25F, 0.125F, 0}, {}, letters(4), 1, &lightTheme()});
        const QImage image = view.grab().toImage();
        const int foot = 16; // the labels
        QCOMPARE(heightOf(image, 28, lightTheme().accent) - foot, 96);
        QCOMPARE(heightOf(image, 84, lightTheme().key) - foot, 48);
        QCOMPARE(heightOf(image, 140, lightTheme().accent) - foot, 24);
        QCOMPARE(heightOf(image, 196, lightTheme().accent), -1);
    }

    void negativeWeightsHangBelowTheZeroLine() {
        BarView view;
        view.resize(224, 116); // 96 px for a span of 1: 72 above zero, 24 below
        view.setContent({{0.75F, -0.25F, 0.5F, -0.125F}, {}, letters(4), -1, &lightTheme()});
        const QImage image = view.grab().toImage();
        const int zero = 16 + 24; // from the bottom: labels and what is below
        const auto count = [&](int x) {
            int pixels = 0;
            for (int y = 0; y < image.height() - 16; ++y) pixels += image.pixel(x, y) == lightTheme().accent.rgb();
            return pixels;
        };
        QCOMPARE(heightOf(image, 28, lightTheme().accent), zero + 72);
        QCOMPARE(heightOf(image, 140, lightTheme().accent), zero + 48);
        // The zero line takes their first pixel.
        QCOMPARE(heightOf(image, 84, lightTheme().accent), zero - 1);
        QCOMPARE(count(84), 23);
        QCOMPARE(heightOf(image, 196, lightTheme().accent), zero - 1);
        QCOMPARE(count(196), 11);
        for (const int x : {28, 84, 140, 196})
            QCOMPARE(image.pixel(x, image.height() - zero), lightTheme().border.rgb());
    }

    void maskedAndNotANumber() {
        BarView view;
        view.resize(112, 116);
        view.setContent({{0, kNaN}, {true, false}, letters(2), -1, &lightTheme()});
        const QImage image = view.grab().toImage();
        QVERIFY(heightOf(image, 28, lightTheme().masked) > 0);
        QVERIFY(heightOf(image, 84, lightTheme().notANumber) > 90);
    }

    void aTallBarIsSeenAmongThousands() {
        BarView view;
        view.resize(200, 116);
        for (const int spike : {0, 1, 4095, 5000, 8191}) {
            std::vector<float> values(8192, 0.0001F);
            values[static_cast<std::size_t>(spike)] = 1;
            view.setContent({values, {}, letters(8192), -1, &lightTheme()});
            const QImage image = view.grab().toImage();
            int tallest = 0;
            for (int x = 0; x < 200; ++x) tallest = std::max(tallest, heightOf(image, x, lightTheme().accent));
            QCOMPARE(tallest, 112);
        }
    }

    /// Also where the first names are short, and at the ends, where a name moves in to be whole.
    void namesDoNotOverlap_data() {
        QTest::addColumn<int>("bars");
        QTest::addColumn<int>("highlighted");
        for (const int bars : {8, 100, 3000})
            for (const int own : {-1, 0, bars / 2, bars - 2}) QTest::addRow("%d, %d", bars, own) << bars << own;
    }
    void namesDoNotOverlap() {
        QFETCH(int, bars);
        QFETCH(int, highlighted);
        TokenLabels labels;
        for (int i = 0; i < bars; ++i) labels.texts.push_back(i < 64 ? QString("w") : QString("word %1").arg(i));
        BarView view;
        view.resize(226, 120);
        view.setContent({std::vector<float>(std::size_t(bars), 0.5F),
                         {},
                         std::make_shared<TokenLabels>(labels),
                         highlighted,
                         &lightTheme()});
        auto names = view.names();
        QVERIFY(names.size() >= 3);
        QVERIFY(highlighted < 0 || names.front().bar == highlighted);
        std::ranges::sort(names, {}, &BarView::Name::left);
        for (std::size_t i = 1; i < names.size(); ++i)
            QVERIFY2(names[i - 1].left + names[i - 1].width < names[i].left, qPrintable(names[i].text));
        QVERIFY(names.front().left >= 0 && names.back().left + names.back().width <= view.width());
    }

    void oneBarAndNone() {
        BarView view;
        view.resize(200, 100);
        view.grab();
        view.setContent({{1}, {}, letters(1), 0, &darkTheme()});
        QCOMPARE(view.barAt({100, 50}), 0);
        QCOMPARE(view.barAt({10, 50}), -1); // a bar is not a wall
    }

    void aBarIsPicked() {
        BarView view;
        view.resize(160, 100);
        view.setContent({{0.1F, 0.2F, 0.3F, 0.4F}, {}, letters(4), 0, &lightTheme()});
        QSignalSpy clicked(&view, &BarView::clicked);
        QTest::mouseClick(&view, Qt::LeftButton, {}, {100, 20});
        QCOMPARE(clicked.count(), 1);
        QCOMPARE(clicked[0][0].toInt(), 2);
    }

    void ticks_data() {
        QTest::addColumn<Range>("range");
        QTest::addColumn<QStringList>("texts");
        QTest::newRow("weights") << Range{0, 1} << QStringList{"0.00", "0.25", "0.50", "0.75", "1.00"};
        QTest::newRow("scores") << Range{-2.4F, 2.4F} << QStringList{"-2.4", "-1.2", "0.0", "1.2", "2.4"};
        QTest::newRow("0.6") << Range{0, 0.6F} << QStringList{"0.00", "0.15", "0.30", "0.45", "0.60"};
        QTest::newRow("5") << Range{-5, 5} << QStringList{"-5.0", "-2.5", "0.0", "2.5", "5.0"};
        QTest::newRow("0.28") << Range{0, 0.28F} << QStringList{"0.00", "0.07", "0.14", "0.21", "0.28"};
        QTest::newRow("32") << Range{-32, 32} << QStringList{"-32", "-16", "0", "16", "32"};
        QTest::newRow("huge") << Range{-4e8F, 4e8F}
                              << QStringList{"-4.0e+08", "-2.0e+08", "0.0e+00", "2.0e+08", "4.0e+08"};
    }
    void ticks() {
        QFETCH(Range, range);
        QFETCH(QStringList, texts);
        QStringList actual;
        for (const ScaleTick& tick : scaleTicks(range)) actual << tick.text;
        QCOMPARE(actual, texts);
    }
    /// Every range that colourRange gives has ticks that differ and read back as what they stand for.
    void ticksTellTheTruth() {
        for (float magnitude = 2e-4F; magnitude < 9e4F; magnitude *= 1.13F)
            for (const bool isSigned : {false, true}) {
                const Range range = colourRange({0, magnitude}, isSigned);
                for (const ScaleTick& tick : scaleTicks(range))
                    QVERIFY2(std::abs(tick.text.toDouble() - tick.value) <= 1e-3 * static_cast<double>(range.high),
                             qPrintable(tick.text));
            }
    }

    void scaleRunsFromLowToHigh() {
        const auto tile = exactTile(noise(4, 4, 1));
        ColorScale scale(QStringLiteral("Colour scale, scores"));
        scale.resize(60, 200);
        const MapLook look = lookFor(*tile, lightTheme());
        scale.setLook(look);
        const QImage image = scale.grab().toImage();
        const int top = static_cast<int>(scaleText()), bottom = 200 - top - 1;
        QCOMPARE(image.pixel(5, top), look.colormap->entry(Colormap::kEntries - 1));
        QCOMPARE(image.pixel(5, bottom), look.colormap->entry(0));
        QVERIFY(scale.accessibleDescription().contains(scaleTicks(look.range).back().text));
    }
};

QTEST_MAIN(BarsAndScalesTest)
#include "tst_barsAndScales.moc"
