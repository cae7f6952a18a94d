// Charts in files.
#include "export/chartFile.h"
#include "ui/export/pictures.h"

#include <QImage>
#include <QSvgRenderer>
#include <QTest>

using namespace headlight;
using namespace headlight::testing;

namespace {

ChartContent ofTokens(ChartContent::Kind kind = ChartContent::Kind::Bars) {
    ChartContent chart;
    chart.kind = kind;
    auto labels = std::make_shared<TokenLabels>();
    for (const QString& token : kTokens) labels->texts.push_back(token);
    for (int i = 0; i < kTokens.size(); ++i) chart.values.push_back(i == 2 ? std::nullopt : std::optional(0.1 * i));
    chart.labels = labels;
    chart.marked = 1;
    chart.across = "key";
    chart.up = "weight";
    return chart;
}

int pixelsOf(const QImage& image, const QColor& colour) {
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) count += image.pixelColor(x, y) == colour;
    return count;
}

} // namespace

class ChartFileTest : public QObject {
    Q_OBJECT

private slots:
    /// Text is written as text, bars as shapes, and the size is the requested one.
    void vectors_data() {
        QTest::addColumn<int>("mm");
        QTest::addColumn<int>("pixels");
        QTest::addColumn<QStringList>("labels");                                    // the labels that fit
        QTest::newRow("as usual") << 0 << 454 << QStringList{"My", "shoes", "are"}; // 120 mm
        QTest::newRow("a column") << 85 << 321 << QStringList{"shoes", "small"};
        QTest::newRow("two columns") << 178 << 673 << QStringList{"My", "shoes", "are"};
    }
    void vectors() {
        QFETCH(int, mm);
        QFETCH(int, pixels);
        QFETCH(QStringList, labels);
        ExportSpec spec = specFor(ExportFormat::Svg);
        spec.widthMm = mm;
        const QByteArray svg = renderChart(ofTokens(), "Weights", spec).value();
        QSvgRenderer renderer(svg);
        QVERIFY(renderer.isValid());
        QVERIFY(svg.contains("<svg width=\"" + QByteArray::number(mm > 0 ? mm : 120) + "mm\" height=\""));
        QCOMPARE(renderer.viewBox().width(), pixels);
        const QStringList texts = textsOf(svg);
        for (const QString& text : QStringList{"key", "weight", "0"} + labels)
            QVERIFY2(texts.contains(text), qPrintable(text + " is not in " + texts.join(" | ")));
        QVERIFY(!svg.contains("<image") && !svg.contains("nan")); // an undefined value has no bar
        QCOMPARE(renderChart(ofTokens(), "Weights", spec).value(), svg);
        spec.format = ExportFormat::Pdf;
        const QByteArray pdf = renderChart(ofTokens(), "Weights", spec).value();
        QVERIFY(pdf.startsWith("%PDF") && !pdf.contains("/Subtype /Image"));
        QCOMPARE(renderChart(ofTokens(), "Weights", spec).value(), pdf);
    }

    /// The same chart with more pixels; nothing is selected.
    void pixels() {
        ExportSpec spec = specFor(ExportFormat::Png);
        spec.widthMm = 85;
        const QImage plain = QImage::fromData(renderChart(ofTokens(), {}, spec).value());
        spec.dpi = 288;
        const QImage fine = QImage::fromData(renderChart(ofTokens(), {}, spec).value());
        QCOMPARE(std::pair(plain.width(), fine.width()), std::pair(321, 964)); // 85 mm
        QVERIFY(std::abs(fine.height() - 3 * plain.height()) <= 2);
        QCOMPARE(fine.dotsPerMeterX(), 11339);
        const QColor bars = lightTheme().muted;
        const int few = pixelsOf(plain, bars), many = pixelsOf(fine, bars);
        QVERIFY2(few > 500 && std::abs(many / (9.0 * few) - 1) < 0.1, qPrintable(QString("%1, %2").arg(few).arg(many)));
        spec.theme = &darkTheme();
        const QImage dark = QImage::fromData(renderChart(ofTokens(), {}, spec).value());
        QCOMPARE(dark.pixelColor(0, 0), darkTheme().surface);
    }

    void whatIsTooLargeIsSaid() {
        ExportSpec spec = specFor(ExportFormat::Png);
        spec.widthMm = kMaxExportMm;
        spec.dpi = kMaxExportDpi;
        const auto drawn = renderChart(ofTokens(), {}, spec);
        QVERIFY(!drawn && QString::fromStdString(drawn.text()).contains("pixels is not possible"));
    }

    void theSelectionIsMarkedOnRequest() {
        ExportSpec spec = specFor(ExportFormat::Svg);
        const QByteArray plain = renderChart(ofTokens(), {}, spec).value();
        spec.showsSelection = true;
        QVERIFY(renderChart(ofTokens(), {}, spec).value() != plain);
    }

    void aLineIsDrawn() {
        ExportSpec spec = specFor(ExportFormat::Svg);
        const QByteArray svg = renderChart(ofTokens(ChartContent::Kind::Line), {}, spec).value();
        QVERIFY(svg.contains("<polyline") || svg.contains("<path"));
        QVERIFY(textsOf(svg).contains("feet") && !svg.contains("nan"));
    }
};

QTEST_MAIN(ChartFileTest)
#include "tst_chartFile.moc"
