#include "plot/BarView.h"
#include "plot/ColorScale.h"
#include "ui/plot/tiles.h"

#include <QApplication>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

using namespace headlight;
using namespace headlight::testing;

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
    void barsAreAsHighAsTheirWeights_data() {
        QTest::addColumn<bool>("upToLargest");
        QTest::addColumn<double>("share"); // of the plot, that a weight of 1 takes
        QTest::newRow("on an axis from 0 to 1") << false << 1.0;
        QTest::newRow("up to the largest") << true << 2.0;
    }
    void barsAreAsHighAsTheirWeights() {
        QFETCH(bool, upToLargest);
        QFETCH(double, share);
        BarView view;
        view.resize(260, 146);
        view.setContent({{0.5F, 0.25F, 0.125F, 0}, {}, letters(4), 1, &lightTheme()});
        view.setUpToLargest(upToLargest);
        const QImage image = view.grab().toImage();
        const double whole = view.barRect(0).height() / 0.5; // what 1 takes
        const QColor accent = lightTheme().accent, key = lightTheme().key;
        const auto isAsHigh = [&](int bar, const QColor& colour) {
            const int height = heightOf(image, static_cast<int>(view.barRect(bar).center().x()), colour);
            return std::abs(image.height() - height - view.barRect(bar).top()) <= 1.5; // px
        };
        QVERIFY(isAsHigh(0, accent) && isAsHigh(1, key) && isAsHigh(2, accent));
        QCOMPARE(heightOf(image, static_cast<int>(view.barRect(3).center().x()), accent), -1);
        QVERIFY(std::abs(view.barRect(1).height() - whole / 4) + std::abs(view.barRect(2).height() - whole / 8) < 1e-6);
        QVERIFY(whole / share > 90 && whole / share < 146);
    }

    void negativeWeightsHangBelowTheZeroLine() {
        BarView view;
        view.resize(260, 146);
        view.setContent({{0.75F, -0.25F, 0.5F, -0.125F}, {}, letters(4), -1, &lightTheme()});
        view.setUpToLargest(true);
        const QImage image = view.grab().toImage();
        const auto pixelsOf = [&](int bar) { // from the first to the last one
            const int x = static_cast<int>(view.barRect(bar).center().x());
            int first = -1, last = -1;
            for (int y = 0; y < image.height(); ++y)
                if (image.pixel(x, y) == lightTheme().accent.rgb()) last = y, first = first < 0 ? y : first;
            return std::pair(first, last);
        };
        const double zero = view.barRect(0).bottom(), unit = view.barRect(0).height() / 0.75;
        const auto isNear = [](int pixel, double wanted) { return std::abs(pixel - wanted) <= 1.5; };
        const QString said = QString("%1 to %2, zero at %3, 1 is %4");
        QVERIFY2(isNear(pixelsOf(0).first, zero - 0.75 * unit) && isNear(pixelsOf(0).second, zero),
                 qPrintable(said.arg(pixelsOf(0).first).arg(pixelsOf(0).second).arg(zero).arg(unit)));
        QVERIFY(isNear(pixelsOf(1).first, zero) && isNear(pixelsOf(1).second, zero + 0.25 * unit));
        QVERIFY(isNear(pixelsOf(3).first, zero) && isNear(pixelsOf(3).second, zero + 0.125 * unit));
    }

    void maskedAndNotANumber() {
        BarView view;
        view.resize(148, 146);
        view.setContent({{0, kNaN}, {true, false}, letters(2), -1, &lightTheme()});
        const QImage image = view.grab().toImage();
        const auto x = [&](int bar) { return static_cast<int>(view.barRect(bar).center().x()); };
        QVERIFY(heightOf(image, x(0), lightTheme().masked) > 0);
        QVERIFY(heightOf(image, x(1), lightTheme().notANumber) > 90);
        // Its word stands above the bar: on it nobody could read it.
        const int top = image.height() - heightOf(image, x(1), lightTheme().notANumber);
        for (int y = top; image.pixel(x(1) - 14, y) == lightTheme().notANumber.rgb(); ++y)
            for (int beside = -10; beside <= 10; ++beside)
                QCOMPARE(image.pixel(x(1) + beside, y), lightTheme().notANumber.rgb());
    }

    void aTallBarIsSeenAmongThousands() {
        BarView view;
        view.resize(230, 146);
        for (const int spike : {0, 1, 4095, 5000, 8191}) {
            std::vector<float> values(8192, 0.0001F);
            values[static_cast<std::size_t>(spike)] = 1;
            view.setContent({values, {}, letters(8192), -1, &lightTheme()});
            const QImage image = view.grab().toImage();
            int tallest = 0;
            for (int x = 0; x < 230; ++x) tallest = std::max(tallest, heightOf(image, x, lightTheme().accent));
            QVERIFY2(tallest >= 125, qPrintable(QString("%1: %2").arg(spike).arg(tallest)));
        }
    }

    /// Each with its number and its name, upright where it is longer than its bar is wide.
    void fewBarsHaveAllTheirNumbersAndNames() {
        TokenLabels labels;
        for (const char* word : {"My", "shoes", "are", "small", "my", "feet", "are", "big."})
            labels.texts.push_back(word);
        BarView view;
        view.resize(226, 150);
        view.setContent({{0.12F, 0.54F, 0.1F, 0.08F, 0.01F, 0.0147F, 0.1F, 0.0004F},
                         {},
                         std::make_shared<TokenLabels>(labels),
                         5,
                         &lightTheme()});
        QStringList numbers;
        for (const Bar& bar : view.bars()) numbers << bar.number;
        QCOMPARE(numbers, QStringList({".12", ".54", ".10", ".08", ".01", ".01", ".10", "4e-4"}));
        QStringList names(8);
        for (const BarView::Name& name : view.names()) names[name.bar] = name.text;
        QCOMPARE(names, QStringList(labels.texts.begin(), labels.texts.end()));
    }

    /// As the Inspector has them: where one would be left out, or say no more than that it is not zero, all stand.
    void numbersStandBeforeOneIsLeftOut_data() {
        QTest::addColumn<std::vector<float>>("values");
        QTest::addColumn<QStringList>("numbers"); ///< of the first ones
        QTest::newRow("twelve") << std::vector<float>{0.74F, 0.003F, 0.08F, 0.0004F, 0.1F,   0,
                                                      0.2F,  0.3F,   0.4F,  1,       -0.01F, 4e-9F}
                                << QStringList{"0.740", "0.003", "0.080", ".0004", "0.100",  "0.000",
                                               "0.200", "0.300", "0.400", "1.000", "-0.010", "4e-9"};
        QTest::newRow("eight, one of them small")
            << std::vector<float>{0.003F, 0.2F, 0.2F, 0.2F, 0.2F, 0.2F, 0, -1e-20F} << QStringList{"0.003"};
        QTest::newRow("eight") << std::vector<float>(8, 0.125F) << QStringList{".12"};
    }
    void numbersStandBeforeOneIsLeftOut() {
        QFETCH(std::vector<float>, values);
        QFETCH(QStringList, numbers);
        BarView view;
        view.resize(198, 176);
        view.setContent({values, {}, letters(static_cast<int>(values.size())), 1, &lightTheme()});
        const std::vector<Bar> bars = view.bars();
        QCOMPARE(bars.size(), values.size());
        for (std::size_t i = 0; i < bars.size(); ++i) {
            QVERIFY(!bars[i].number.isEmpty() && !bars[i].number.contains('>') && !bars[i].number.contains('<'));
            QCOMPARE(bars[i].isUpright, numbers[0] != ".12");
            if (static_cast<qsizetype>(i) < numbers.size())
                QCOMPARE(bars[i].number, numbers[static_cast<qsizetype>(i)]);
        }
        if (bars[0].isUpright) // above the highest
            QVERIFY(view.barRect(0).bottom() - view.barRect(0).height() / std::abs(values[0]) >
                    QFontMetricsF(barNumberFont()).horizontalAdvance("0.000"));
    }

    /// With Ctrl, as where the maps scroll; a drag moves, a double click shows all again.
    void manyBarsCanBeLookedAtCloser() {
        BarView view;
        view.resize(226, 150);
        view.setContent({std::vector<float>(400, 0.0025F), {}, letters(400), -1, &lightTheme()});
        const auto turn = [&](Qt::KeyboardModifiers keys) {
            QWheelEvent wheel(QPointF(120, 60), QPointF(120, 60), {}, {0, 120}, {}, keys, Qt::NoScrollPhase, false);
            QApplication::sendEvent(&view, &wheel);
        };
        const double all = view.barRect(0).width();
        turn(Qt::NoModifier);
        QCOMPARE(view.barRect(0).width(), all);
        const int under = view.barAt({120, 60});
        for (int i = 0; i < 15; ++i) turn(Qt::ControlModifier);
        QVERIFY(view.barRect(0).width() > 20 * all);
        QVERIFY(std::abs(view.barAt({120, 60}) - under) <= 1);
        QVERIFY(!view.bars()[1].number.isEmpty());
        QSignalSpy clicked(&view, &BarView::clicked);
        QTest::mousePress(&view, Qt::LeftButton, {}, {120, 60});
        QTest::mouseMove(&view, {160, 60});
        QTest::mouseRelease(&view, Qt::LeftButton, {}, {160, 60});
        QVERIFY(view.barAt({160, 60}) == under || std::abs(view.barAt({160, 60}) - under) == 1);
        QCOMPARE(clicked.count(), 0);
        QTest::mouseDClick(&view, Qt::LeftButton, {}, {120, 60});
        QCOMPARE(view.barRect(0).width(), all);
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
        QTest::newRow("typed, narrow") << Range{0.1F, 0.101F}
                                       << QStringList{"0.10000", "0.10025", "0.10050", "0.10075", "0.10100"};
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
