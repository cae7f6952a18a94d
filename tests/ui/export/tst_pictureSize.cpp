// The size of a picture in pixels and on paper.
#include "export/ExportPlan.h"
#include "export/render.h"
#include "ui/export/pictures.h"

#include <QRegularExpression>
#include <QTest>
#include <QXmlStreamReader>

#include <cmath>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// Returns the size of a text in an SVG; the group around it has a matrix that scales it.
double pixelsOfText(const QByteArray& svg, const char* text) {
    static const QRegularExpression kMatrix(QStringLiteral("matrix\\(([^,]*),([^,]*),"));
    QXmlStreamReader xml(svg);
    double scale = 1;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) continue;
        const auto matrix = kMatrix.match(xml.attributes().value("transform").toString());
        if (matrix.hasMatch()) scale = std::hypot(matrix.captured(1).toDouble(), matrix.captured(2).toDouble());
        if (xml.name() != QLatin1String("text")) continue;
        const double size = xml.attributes().value("font-size").toDouble();
        if (xml.readElementText().trimmed() == QLatin1String(text)) return size * scale;
    }
    return 0;
}

} // namespace

class PictureSizeTest : public QObject {
    Q_OBJECT

private slots:
    void dpiWithoutASizeIsTheSamePictureFiner() {
        ExportSpec spec = specFor(ExportFormat::Png);
        const QSize plain = pictureSize(eight(), spec)->pixels;
        spec.dpi = 192;
        const QSize fine = pictureSize(eight(), spec)->pixels;
        QVERIFY(std::abs(fine.width() - 2 * plain.width()) <= 1 && std::abs(fine.height() - 2 * plain.height()) <= 1);
        const auto image = renderImage(eight(), {}, spec);
        QCOMPARE(image->size(), fine);
    }

    /// For paper, the size of an SVG is in exact millimetres; otherwise it is in pixels.
    void anSvgSaysItsSize_data() {
        QTest::addColumn<int>("mm");
        QTest::addColumn<int>("px");
        QTest::addColumn<QString>("width");
        QTest::newRow("on paper") << 85 << 0 << "85mm";
        QTest::newRow("in pixels") << 0 << 640 << "640";
        QTest::newRow("pixels first") << 85 << 640 << "640";
    }
    void anSvgSaysItsSize() {
        QFETCH(int, mm);
        QFETCH(int, px);
        QFETCH(QString, width);
        ExportSpec spec = specFor(ExportFormat::Svg, px);
        spec.widthMm = mm;
        const QSize pixels = pictureSize(eight(), spec)->pixels;
        const QString svg = QString::fromUtf8(render(eight(), {}, spec).value().left(600));
        static const QRegularExpression kSize("<svg width=\"([^\"]+)\" height=\"([0-9.]+)(?:mm)?\"");
        const auto said = kSize.match(svg);
        QCOMPARE(said.captured(1), width);
        const double ratio = double(pixels.height()) / pixels.width();
        QVERIFY(std::abs(said.captured(2).toDouble() - width.section('m', 0, 0).toDouble() * ratio) < 0.01);
        QVERIFY(svg.contains(QString("viewBox=\"0 0 %1 %2\"").arg(pixels.width()).arg(pixels.height())));
    }

    void oneSideGivesTheOther() {
        const QSize natural = pictureSize(eight(), specFor(ExportFormat::Svg))->pixels;
        const QSize wide = pictureSize(eight(), specFor(ExportFormat::Svg, 2 * natural.width()))->pixels;
        QVERIFY(std::abs(wide.height() - 2 * natural.height()) <= 1);
        const QSize high = pictureSize(eight(), specFor(ExportFormat::Svg, 0, 2 * natural.height()))->pixels;
        QVERIFY(std::abs(high.width() - 2 * natural.width()) <= 1);
    }

    void widthOnPaper_data() {
        QTest::addColumn<ExportFormat>("format");
        QTest::addColumn<int>("dpi");
        QTest::addColumn<int>("pixels");
        QTest::newRow("PNG") << ExportFormat::Png << 300 << 1004;
        QTest::newRow("coarser") << ExportFormat::Png << 96 << 321;
        QTest::newRow("vectors") << ExportFormat::Pdf << 300 << 321;
    }
    void widthOnPaper() {
        QFETCH(ExportFormat, format);
        QFETCH(int, dpi);
        QFETCH(int, pixels);
        ExportSpec spec = specFor(format);
        spec.dpi = dpi;
        spec.widthMm = 85;
        QCOMPARE(pictureSize(eight(), spec)->pixels.width(), pixels);
    }

    /// The size of text does not depend on the width; 7 pt are 9.33 pixels.
    void textOnPaper_data() {
        QTest::addColumn<int>("widthMm");
        QTest::newRow("one column") << 85;
        QTest::newRow("two columns") << 178;
        QTest::newRow("as the maps want") << 0;
    }
    void textOnPaper() {
        QFETCH(int, widthMm);
        ExportSpec spec = specFor(ExportFormat::Svg);
        spec.widthMm = widthMm;
        spec.textPt = 7;
        const double drawn = pixelsOfText(render(eight(), {}, spec).value(), "shoes");
        QVERIFY2(std::abs(drawn / (7 * 96 / 72.0) - 1) < 0.02, qPrintable(QString::number(drawn)));
    }

    /// Journals refuse smaller text. Numbers that would be smaller still are left out.
    void aFigureIsLegible_data() {
        QTest::addColumn<int>("widthMm");
        QTest::addColumn<int>("heads");
        QTest::addColumn<bool>("hasNumbers");
        QTest::newRow("one column, one head") << 85 << 1 << true;
        QTest::newRow("one column, three heads") << 85 << 3 << false;
        QTest::newRow("two columns, three heads") << 178 << 3 << true;
    }
    void aFigureIsLegible() {
        QFETCH(int, widthMm);
        QFETCH(int, heads);
        QFETCH(bool, hasNumbers);
        ExportSpec spec = specFor(ExportFormat::Svg);
        spec.widthMm = widthMm;
        QVERIFY(pictureSize(eight(heads), spec)->textPt >= 5.9);
        const QByteArray svg = render(eight(heads), {}, spec).value();
        QVERIFY(pixelsOfText(svg, "shoes") >= 5.9 * 96 / 72);
        static const QRegularExpression kNumber(QStringLiteral(">\\s*-?0\\.\\d\\d\\d?\\s*</text>"));
        int numbers = 0; // a scale has five
        for (auto at = kNumber.globalMatch(QString::fromUtf8(svg)); at.hasNext(); at.next()) ++numbers;
        QCOMPARE(numbers > 20, hasNumbers);
    }

    /// A picture of a given size is filled as well as its shape allows, and nothing overlaps.
    void theShapeOfThePageIsUsed_data() {
        QTest::addColumn<QSize>("page");
        QTest::addColumn<int>("heads");
        QTest::addColumn<bool>("perHead");
        QTest::addColumn<double>("minShare"); // share of the page
        for (const bool perHead : {false, true}) {
            QTest::addRow("flat, 3 heads, %d", perHead) << QSize(3000, 400) << 3 << perHead << 0.6;
            // 8 heads are 4 : 1 with the stages below each other and 15 : 1 beside each other: the page is in between.
            QTest::addRow("flat, 8 heads, %d", perHead) << QSize(3000, 400) << 8 << perHead << 0.45;
            QTest::addRow("high, 3 heads, %d", perHead) << QSize(400, 2400) << 3 << perHead << 0.7;
            QTest::addRow("square, 8 heads, %d", perHead) << QSize(1000, 1000) << 8 << perHead << 0.6;
            QTest::addRow("square, 64 heads, %d", perHead) << QSize(4000, 4000) << 64 << perHead << 0.8;
        }
    }
    void theShapeOfThePageIsUsed() {
        QFETCH(QSize, page);
        QFETCH(int, heads);
        QFETCH(bool, perHead);
        QFETCH(double, minShare);
        ExportSpec spec = specFor(ExportFormat::Png, page.width(), page.height());
        spec.maps.scalePerHead = perHead;
        const ExportPlan plan = planExport(eight(heads), spec).value();
        const double scale = std::min(page.width() / plan.size.width(), page.height() / plan.size.height());
        const double used = plan.size.width() * plan.size.height() * scale * scale / page.width() / page.height();
        QVERIFY2(used >= minShare, qPrintable(QString::number(used)));
        QCOMPARE(plan.maps.size(), static_cast<std::size_t>(2 * heads));
        std::vector<QRectF> rects;
        for (const PlannedMap& map : plan.maps) rects.push_back(map.bounds);
        for (const PlannedStage& stage : plan.stages)
            if (!perHead) rects.push_back(stage.scale);
        for (std::size_t a = 0; a < rects.size(); ++a) {
            QVERIFY(QRectF(QPointF(0, 0), plan.size).contains(rects[a]));
            for (std::size_t b = a + 1; b < rects.size(); ++b) QVERIFY(!rects[a].intersects(rects[b]));
        }
        QCOMPARE(render(eight(heads), {}, spec).ok(), true);
    }
};

QTEST_MAIN(PictureSizeTest)
#include "tst_pictureSize.moc"
