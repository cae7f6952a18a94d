// Bars and lines over numeric axes.
#include "plot/Chart.h"

#include <QSignalSpy>
#include <QTest>
#include <qcustomplot.h>

#include <cmath>

using namespace headlight;

namespace {

ChartContent content(std::vector<std::optional<double>> values, ChartContent::Kind kind = ChartContent::Kind::Bars) {
    ChartContent chart;
    chart.kind = kind;
    chart.labels = numberLabels(static_cast<int>(values.size()));
    chart.values = std::move(values);
    chart.across = QStringLiteral("head");
    chart.up = QStringLiteral("bits");
    return chart;
}

/// Returns a row of weights in which only these are not small.
ChartContent keys(int count, const std::vector<int>& large) {
    ChartContent chart = content(std::vector<std::optional<double>>(static_cast<std::size_t>(count), 0.0001));
    for (std::size_t i = 0; i < large.size(); ++i)
        chart.values[static_cast<std::size_t>(large[i])] = 0.75 - 0.01 * static_cast<double>(i);
    auto labels = std::make_shared<TokenLabels>();
    for (int key = 0; key < count; ++key) labels->texts.push_back(QStringLiteral("w%1").arg(key));
    chart.labels = std::move(labels);
    chart.areKeys = true;
    return chart;
}

} // namespace

class ChartTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        chart_ = std::make_unique<Chart>();
        chart_->resize(500, 160);
        chart_->show();
        QVERIFY(QTest::qWaitForWindowExposed(chart_.get()));
    }
    void cleanup() { chart_.reset(); }

    /// The axis ranges from 0, or from the smallest negative value, to a little more than the largest.
    void itsAxisHoldsAllNumbers_data() {
        QTest::addColumn<QList<double>>("values");
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::newRow("positive") << QList{2.0, 3.0} << 0.0 << 3 * 1.06;
        QTest::newRow("of both signs") << QList{-1.0, 2.0} << -1.06 << 2 * 1.06;
        QTest::newRow("zeros") << QList{0.0} << 0.0 << 1.06;
        QTest::newRow("none") << QList<double>{} << 0.0 << 1.06;
    }
    void itsAxisHoldsAllNumbers() {
        QFETCH(QList<double>, values);
        chart_->setContent(content({values.begin(), values.end()}), lightTheme());
        QTEST(plot().yAxis->range().lower, "low");
        QTEST(plot().yAxis->range().upper, "high");
        QCOMPARE(plot().yAxis->label(), QString("bits"));
        QCOMPARE(plot().xAxis->label(), QString("head"));
    }

    /// The numbers of the axis do not overlap at any height, and its name does not reach beyond it.
    void itsNumbersFit_data() {
        QTest::addColumn<int>("height");
        for (const int height : {90, 120, 300}) QTest::addRow("%d px", height) << height;
    }
    void itsNumbersFit() {
        QFETCH(int, height);
        chart_->resize(500, height);
        ChartContent low = content({2.7, 2.8, 2.9});
        low.up = "mean entropy, bits";
        chart_->setContent(low, lightTheme());
        plot().replot();
        const QFontMetrics metrics(plot().yAxis->tickLabelFont());
        const QVector<double> ticks = plot().yAxis->ticker()->tickCount() > 0 ? plot().yAxis->tickVector()
                                                                              : QVector<double>();
        for (int i = 1; i < ticks.size(); ++i)
            QVERIFY(plot().yAxis->coordToPixel(ticks[i - 1]) - plot().yAxis->coordToPixel(ticks[i]) >=
                    metrics.ascent());
        const int axis = plot().axisRect()->height();
        QVERIFY2(metrics.horizontalAdvance(plot().yAxis->label()) <= axis, qPrintable(QString::number(axis)));
        QVERIFY(plot().yAxis->label().endsWith("bits"));
    }

    /// The height of a bar is proportional to its number.
    void barsAreAsHighAsTheirNumbers() {
        chart_->setContent(content({4, 2, {}}), lightTheme());
        plot().replot();
        const QImage image = chart_->grab().toImage();
        const auto height = [&](int value) {
            int count = 0;
            const QRect area = plot().axisRect()->rect();
            const int x = chart_->placeOf(value).x() + 5; // beside the dots of the grid
            for (int y = area.top(); y < area.bottom() - 1; ++y)
                count += image.pixelColor(x, y) == lightTheme().muted ? 1 : 0;
            return count;
        };
        QVERIFY(height(0) > 60);
        QVERIFY2(std::abs(height(0) - 2 * height(1)) <= 2, qPrintable(QString::number(height(1))));
        QCOMPARE(height(2), 0);
    }

    void aLineHasAGapWhereThereIsNothing() {
        chart_->setContent(content({1, {}, 3}, ChartContent::Kind::Line), lightTheme());
        const QCPGraph& line = *plot().graph(0);
        QVERIFY(line.visible());
        QCOMPARE(line.dataCount(), 3);
        QVERIFY(std::isnan(line.dataMainValue(1)));
    }

    /// Labels that would overlap are left out.
    void labelsFit() {
        const auto labels = [&](int count) {
            chart_->setContent(content(std::vector<std::optional<double>>(std::size_t(count), 1.0)), lightTheme());
            return qSharedPointerCast<QCPAxisTickerText>(plot().xAxis->ticker())->ticks().values();
        };
        QCOMPARE(labels(5), (QStringList{"1", "2", "3", "4", "5"}));
        QCOMPARE(labels(200), (QStringList{"20", "40", "60", "80", "100", "120", "140", "160", "180", "200"}));
    }

    /// The first and the last of many keys can be seen beside the ends of the axis.
    void aKeyAtTheEndIsSeen_data() {
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("key");
        for (const int count : {64, 512, 2048}) {
            QTest::addRow("first of %d", count) << count << 0;
            QTest::addRow("last of %d", count) << count << count - 1;
        }
    }
    void aKeyAtTheEndIsSeen() {
        QFETCH(int, count);
        QFETCH(int, key);
        chart_->setContent(keys(count, {key}), lightTheme());
        plot().replot();
        const QImage image = chart_->grab().toImage();
        const QRect area = plot().axisRect()->rect();
        int columns = 0;
        for (int x = area.left(); x <= area.right(); ++x)
            columns += image.pixel(x, area.center().y()) == lightTheme().muted.rgb();
        QVERIFY2(columns >= 1 && columns <= 6, qPrintable(QString::number(columns)));
    }

    /// Where only some labels fit, the largest keys are named, and the marked one.
    void theLargestKeysAreNamed() {
        const std::vector<int> largest{0, 60, 110, 160, 210, 260, 310, 360, 410, 460};
        ChartContent chart = keys(512, largest);
        chart.marked = 511;
        chart_->resize(900, 160);
        chart_->setContent(chart, lightTheme());
        QStringList named;
        for (const int key : largest) named << labelAt(*chart.labels, key, 2);
        named << labelAt(*chart.labels, 511, 2);
        QCOMPARE(qSharedPointerCast<QCPAxisTickerText>(plot().xAxis->ticker())->ticks().values(), named);
        chart_->setContent(keys(512, {100, 101}), lightTheme()); // there is no space for both
        const auto ticks = qSharedPointerCast<QCPAxisTickerText>(plot().xAxis->ticker())->ticks();
        QVERIFY(ticks.contains(100) && !ticks.contains(101));
    }

    void aClickPicksWhatStandsThere() {
        chart_->setContent(content({1, 2, 3}), lightTheme());
        plot().replot();
        QSignalSpy picked(chart_.get(), &Chart::picked);
        for (int value = 0; value < 3; ++value) {
            QCOMPARE(chart_->at(chart_->placeOf(value)), value);
            QTest::mouseClick(chart_.get(), Qt::LeftButton, {}, chart_->placeOf(value));
            QCOMPARE(picked.takeLast().at(0).toInt(), value);
        }
        QTest::mouseClick(chart_.get(), Qt::LeftButton, {}, QPoint(2, 2));
        QVERIFY(picked.isEmpty());
    }

    void itIsDrawnAnewOnlyWhenSomethingHasChanged() {
        chart_->setContent(content({1, 2}), lightTheme());
        QSignalSpy drawn(&plot(), &QCustomPlot::afterReplot);
        plot().replot();
        QCoreApplication::processEvents();
        drawn.clear();
        chart_->setContent(content({1, 2}), lightTheme());
        QCoreApplication::processEvents();
        QCOMPARE(drawn.size(), 0);
        chart_->setContent(content({1, 3}), lightTheme());
        QTRY_COMPARE(drawn.size(), 1);
        chart_->setContent(content({1, 3}), darkTheme());
        QTRY_COMPARE(drawn.size(), 2);
    }

private:
    QCustomPlot& plot() { return *chart_->findChild<QCustomPlot*>(); }
    std::unique_ptr<Chart> chart_;
};

QTEST_MAIN(ChartTest)
#include "tst_chart.moc"
