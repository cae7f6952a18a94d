#include "export/ExportPlan.h"
#include "export/render.h"
#include "session/edits.h"
#include "support/changing.h"
#include "ui/export/pictures.h"

#include <QPainter>
#include <QRegularExpression>
#include <QSvgRenderer>
#include <QTest>
#include <QXmlStreamReader>

#include <cmath>
#include <set>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// Returns the centre of a cell in the picture.
QPoint cellIn(const ExportPlan& plan, std::size_t map, int row, int col, double scale) {
    const PlannedMap& m = plan.maps[map];
    const PlannedStage& s = plan.stages[static_cast<std::size_t>(m.stage)];
    return (QPointF(m.map.left() + m.map.width() * (col + 0.5) / s.cols(),
                    m.map.top() + m.map.height() * (row + 0.5) / s.rows()) *
            scale)
        .toPoint();
}

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

class RenderTest : public QObject {
    Q_OBJECT

private slots:
    /// Rendering checks for a stop between heads, between maps and while it writes. Watching does not change the bytes.
    void aPictureCanBeStopped_data() {
        QTest::addColumn<ExportFormat>("format");
        QTest::newRow("png") << ExportFormat::Png;
        QTest::newRow("svg") << ExportFormat::Svg;
        QTest::newRow("pdf") << ExportFormat::Pdf;
    }
    void aPictureCanBeStopped() {
        QFETCH(ExportFormat, format);
        const ExportSpec spec = specFor(format);
        std::vector<double> told;
        const auto watched = render(eight(), {}, spec, [&](double done) { return told.push_back(done), true; });
        QVERIFY(watched.ok());
        QCOMPARE(*watched, render(eight(), {}, spec).value());
        QVERIFY(std::ranges::is_sorted(told));
        QVERIFY(told.size() >= 2 + 2 * 2); // two heads with two maps each
        for (std::size_t looks = 0; looks < told.size(); ++looks) {
            std::size_t left = looks;
            QVERIFY(!render(eight(), {}, spec, [&](double) { return left-- > 0; }).ok());
        }
    }

    void pngOpensAgain() {
        for (const int dpi : {96, 300}) {
            ExportSpec spec = specFor(ExportFormat::Png, 1000, 800);
            spec.dpi = dpi;
            const auto bytes = render(eight(), {}, spec);
            QVERIFY(bytes.ok());
            QImage image;
            QVERIFY(image.loadFromData(*bytes, "PNG"));
            QCOMPARE(image.size(), QSize(1000, 800));
            QCOMPARE(image.dotsPerMeterX(), static_cast<int>(std::lround(dpi / 0.0254)));
            QCOMPARE(image.pixel(0, 0), lightTheme().surface.rgb());
        }
    }

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

    void aPreviewIsThePictureSmaller() {
        ExportSpec spec = specFor(ExportFormat::Pdf);
        spec.widthMm = 85;
        spec.textPt = 7;
        const QImage preview = renderImage(eight(), {}, spec, {}, {200, 400}).value();
        const QSize whole = pictureSize(eight(), spec)->pixels;
        QCOMPARE(preview.size(), whole.scaled(200, 400, Qt::KeepAspectRatio));
    }

    void withoutTitle() {
        ExportSpec spec = specFor(ExportFormat::Svg);
        const QSize with = pictureSize(eight(), spec)->pixels;
        QVERIFY(textsOf(render(eight(), {}, spec).value()).contains(kTokens.join(' ')));
        spec.showsTitle = false;
        QVERIFY(!textsOf(render(eight(), {}, spec).value()).contains(kTokens.join(' ')));
        QVERIFY(pictureSize(eight(), spec)->pixels.height() < with.height());
    }

    /// Each of the four maps is labelled at two sides.
    void tokensAtEveryMap() {
        ExportSpec spec = specFor(ExportFormat::Svg);
        QVERIFY(textsOf(render(eight(), {}, spec).value()).count("shoes") < 8);
        spec.labelsEach = true;
        QCOMPARE(textsOf(render(eight(), {}, spec).value()).count("shoes"), 8);
    }

    /// A part of the maps has the same cells and labels as the whole.
    void aPartOfTheMaps() {
        ExportSpec spec = specFor(ExportFormat::Png);
        spec.maps.numbers = false;
        spec.maps.unsignedColours.range = spec.maps.signedColours.range = Range{-1, 1};
        const ExportPlan whole = planExport(eight(), spec).value();
        const QImage all = renderImage(eight(), {}, spec).value();
        for (const Side side : {Side::Tokens, Side::KeyTokens}) spec.maps.zoom[side] = {3, 4};
        const ExportPlan part = planExport(eight(), spec).value();
        const QImage some = renderImage(eight(), {}, spec).value();
        for (std::size_t m = 0; m < part.maps.size(); ++m)
            for (int i = 0; i < 4; ++i) {
                const QRectF map = part.maps[m].map;
                const QPointF in(map.left() + (i + 0.5) * map.width() / 4, map.top() + map.height() / 8);
                QCOMPARE(some.pixel(in.toPoint()), all.pixel(cellIn(whole, m, 3, 3 + i, 1)));
            }
        spec.format = ExportFormat::Svg;
        const QStringList texts = textsOf(render(eight(), {}, spec).value());
        QVERIFY(texts.contains("small") && !texts.contains("big"));
    }

    /// In a causal map the first weight is 1. Without the first key a part has the colours of the whole.
    void aPartHasTheRangeWithoutTheFirstKey() {
        Session session = eight();
        changing(session)->options.mask.causal = true;
        ExportSpec spec = specFor(ExportFormat::Png);
        spec.maps.numbers = false;
        spec.maps.stages = {Stage::Weights};
        const auto lastCell = [&] {
            const auto& seen = spec.maps.zoom;
            const QRectF map = planExport(session, spec)->maps[0].map;
            const double cell = map.width() / (seen.empty() ? 8 : 4);
            return renderImage(session, {}, spec)->pixel((map.bottomRight() - QPointF(cell, cell) / 2).toPoint());
        };
        const QRgb withFirst = lastCell();
        spec.maps.rangeWithoutFirst = true;
        const QRgb whole = lastCell();
        QVERIFY(whole != withFirst);
        for (const Side side : {Side::Tokens, Side::KeyTokens}) spec.maps.zoom[side] = {4, 4};
        QCOMPARE(lastCell(), whole);
    }

    /// Scores in the thousands give a head few weights above 0: alone it would have the square root, but the other
    /// head's numbers count, too.
    void headsWithOwnScalesHaveOneCurve() {
        const Session session = withCell(eight(), {Parameter::Wq, 0, 0}, 0, 0, 1e5F).value();
        ExportSpec spec = specFor(ExportFormat::Png);
        spec.maps.numbers = false;
        spec.maps.stages = {Stage::Weights};
        spec.maps.scalePerHead = true;
        const auto with = [&](const char* curve) {
            ExportSpec chosen = spec;
            chosen.maps.unsignedColours.curve = curve;
            return renderImage(session, {}, chosen).value();
        };
        const QImage automatic = with("");
        QCOMPARE(automatic, with("linear"));
        QVERIFY(automatic != with("root"));
        spec.curves[Stage::Weights] = &findCurve("root"); // as the window shows them
        QCOMPARE(with(""), with("root"));
        spec.head = 0;
        spec.curves.clear();
        QCOMPARE(with(""), with("root"));
    }

    void aDifference() {
        ExportSpec spec = specFor(ExportFormat::Svg);
        spec.maps.stages = {Stage::Scores};
        spec.maps.compared = Compared::Difference;
        spec.other = eight();
        spec.otherName = "before";
        const Session now = withCell(eight(), {Parameter::Wq, 0, 1}, 0, 0, 3).value();
        const QStringList texts = textsOf(render(now, {}, spec).value());
        QVERIFY(texts.contains(QString("scores − before · difference")));
        QVERIFY(texts.filter(QRegularExpression("^\\+[0-9]*\\.")).size() > 3); // with signs, as on the screen
        QVERIFY(texts.filter(QRegularExpression("^-[0-9]*\\.")).size() > 3);
        spec.maps.numbers = false;
        spec.format = ExportFormat::Png;
        const ExportPlan plan = planExport(now, spec).value();
        const QImage image = renderImage(now, {}, spec).value();
        for (const std::size_t head : {0, 1}) {
            std::set<QRgb> colours;
            for (int i = 0; i < 8; ++i) colours.insert(image.pixel(cellIn(plan, head, i, i, 1)));
            QCOMPARE(colours.size() > 1, head == 1); // the first head did not change
        }
    }

    void sideBySide() {
        ExportSpec spec = specFor(ExportFormat::Svg);
        spec.maps.compared = Compared::SideBySide;
        spec.other = sessionOf("small feet");
        spec.otherName = "before";
        spec.head = 0;
        const QStringList texts = textsOf(render(eight(), {}, spec).value());
        QVERIFY(texts.contains(QString("weights · before")) && texts.contains("weights") && texts.contains("shoes"));
    }

    /// Every cell of every map has the colour of its value.
    void cellsHaveTheirColours() {
        const Session session = eight();
        ExportSpec spec = specFor(ExportFormat::Png);
        spec.maps.numbers = false;
        const ExportPlan plan = planExport(session, spec).value();
        const QImage image = renderImage(session, {}, spec).value();
        for (std::size_t m = 0; m < plan.maps.size(); ++m) {
            std::map<QRgb, int> colours;
            for (int r = 0; r < 8; ++r)
                for (int c = 0; c < 8; ++c) ++colours[image.pixel(cellIn(plan, m, r, c, 1))];
            // 7 distinct tokens ("are" twice): rows and columns 2 and 6 are equal, the others differ.
            for (int i = 0; i < 8; ++i) {
                QCOMPARE(image.pixel(cellIn(plan, m, 2, i, 1)), image.pixel(cellIn(plan, m, 6, i, 1)));
                QCOMPARE(image.pixel(cellIn(plan, m, i, 2, 1)), image.pixel(cellIn(plan, m, i, 6, 1)));
            }
            QVERIFY(colours.size() > 20);
        }
    }

    /// All formats show the same picture: the cells of an SVG, drawn at its size, have the colours of the PNG's.
    void svgAndPngAgree() {
        ExportSpec spec = specFor(ExportFormat::Svg);
        spec.maps.numbers = false;
        const Session session = eight();
        const ExportPlan plan = planExport(session, spec).value();
        QSvgRenderer svg(render(session, {}, spec).value());
        QImage image(svg.defaultSize(), QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        svg.render(&painter);
        painter.end();
        const QImage png = renderImage(session, {}, spec).value();
        for (std::size_t m = 0; m < plan.maps.size(); ++m)
            for (int r = 0; r < 8; ++r)
                for (int c = 0; c < 8; ++c)
                    QCOMPARE(image.pixel(cellIn(plan, m, r, c, 1)), png.pixel(cellIn(plan, m, r, c, 1)));
    }

    void everyStageCanBeDrawn_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<int>("maps");
        for (const StageInfo& info : stages()) {
            if (info.rows != Side::KeyTokens || info.scope == Scope::Head) // these belong to a second sentence
                QTest::newRow(info.id) << QString(QLatin1String(info.id)) << (info.scope == Scope::Layer ? 1 : 3);
        }
    }
    void everyStageCanBeDrawn() {
        QFETCH(QString, id);
        QFETCH(int, maps);
        ExportSpec spec = specFor(ExportFormat::Png);
        spec.maps.stages = {findStage(id.toStdString())->stage};
        Session session = eight(3);
        changing(session)[Parameter::Wo] = Matrix(Matrix::Random(sizesOf(session).concat(), sizesOf(session).d));
        changing(session)->options.mask.causal = true;
        changing(session)->options.dropout = Dropout{};
        session = *withLayerAdded(*withPositions(*withNorm(session, 0, Norm{}), Positions::Kind::Sinusoidal));
        changing(session)->residual = true;
        const auto plan = planExport(session, spec);
        QVERIFY(plan.ok());
        QCOMPARE(static_cast<int>(plan->maps.size()), maps);
        constexpr double kForTitle = 520; // the minimum width for a title, even if the map is narrower
        if (maps == 1)                    // it has only a scale beside it
            QVERIFY2(plan->size.width() - plan->maps[0].bounds.right() < 110 || plan->size.width() < kForTitle,
                     qPrintable(QString("%1 px").arg(plan->size.width() - plan->maps[0].bounds.right())));
        const auto image = renderImage(session, {}, spec);
        QVERIFY(image.ok());
        QVERIFY(image->pixel(cellIn(*plan, 0, 0, 0, 1)) != lightTheme().surface.rgb());
    }

    void nothingOverlaps_data() {
        QTest::addColumn<int>("heads");
        QTest::addColumn<int>("tokens");
        QTest::addColumn<bool>("perHead");
        for (const int heads : {1, 3, 5, 12, 64})
            for (const int tokens : {1, 8, 300})
                for (const bool perHead : {false, true})
                    QTest::addRow("%d heads, %d tokens%s", heads, tokens, perHead ? ", own scales" : "")
                        << heads << tokens << perHead;
    }
    void nothingOverlaps() {
        QFETCH(int, heads);
        QFETCH(int, tokens);
        QFETCH(bool, perHead);
        ExportSpec spec = specFor(ExportFormat::Pdf);
        spec.maps.scalePerHead = perHead;
        QStringList words;
        for (int i = 0; i < tokens; ++i) words << QStringLiteral("w%1").arg(i);
        const ExportPlan plan = planExport(sessionOf(words.join(' '), heads), spec).value();
        QCOMPARE(static_cast<int>(plan.maps.size()), 2 * heads);
        const QRectF page(QPointF(0, 0), plan.size);
        QVERIFY(page.width() <= kMaxExportSide && page.height() <= kMaxExportSide);
        for (std::size_t a = 0; a < plan.maps.size(); ++a) {
            QVERIFY(page.contains(plan.maps[a].bounds));
            QVERIFY(plan.maps[a].bounds.contains(plan.maps[a].map));
            QVERIFY(!plan.maps[a].bounds.intersects(plan.title));
            for (std::size_t b = a + 1; b < plan.maps.size(); ++b)
                QVERIFY(!plan.maps[a].bounds.intersects(plan.maps[b].bounds));
            for (const PlannedStage& stage : plan.stages)
                QVERIFY(perHead || (!plan.maps[a].bounds.intersects(stage.scale) && page.contains(stage.scale)));
        }
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

    void crossAttentionHasItsOwnKeys() {
        Session session = sessionOf(QStringLiteral("one two three"));
        session.source = sessionOf(QStringLiteral("un deux trois quatre cinq")).text;
        const ExportPlan plan = planExport(session, specFor(ExportFormat::Svg)).value();
        QCOMPARE(plan.stages[0].rows(), 3);
        QCOMPARE(plan.stages[0].cols(), 5);
        const PlannedMap& map = plan.maps[0];
        QCOMPARE(map.map.width() / 5, map.map.height() / 3); // square cells
        const QStringList texts = textsOf(render(session, {}, specFor(ExportFormat::Svg)).value());
        QCOMPARE(texts.count(QStringLiteral("two")), 2);    // only at rows, of 2 stages
        QCOMPARE(texts.count(QStringLiteral("quatre")), 2); // only at columns, of 2 heads
    }

    void oneHeadAlone() {
        ExportSpec spec = specFor(ExportFormat::Svg);
        spec.head = 1;
        const QStringList texts = textsOf(render(eight(), {}, spec).value());
        QVERIFY(texts.contains(QStringLiteral("Head 2")));
        QVERIFY(!texts.contains(QStringLiteral("Head 1")));
    }

    void themesDiffer() {
        ExportSpec spec = specFor(ExportFormat::Png);
        spec.theme = &darkTheme();
        QCOMPARE(renderImage(eight(), {}, spec)->pixel(0, 0), darkTheme().surface.rgb());
    }

    void titleAndCrosshair() {
        ExportSpec spec = specFor(ExportFormat::Svg);
        spec.title = QStringLiteral("Where shoes look");
        QVERIFY(textsOf(render(eight(), {}, spec).value()).contains(spec.title));
        const View view{0, 1, 2, 3};
        const QImage without = renderImage(eight(), view, spec).value();
        spec.showsSelection = true;
        QVERIFY(renderImage(eight(), view, spec).value() != without);
    }

    void manyTokensStaySharp() {
        QString sentence;
        for (int i = 0; i < 700; ++i) sentence += QStringLiteral("w%1 ").arg(i % 97);
        const Session session = sessionOf(sentence, 1);
        ExportSpec spec = specFor(ExportFormat::Svg);
        spec.maps.stages = {Stage::Weights};
        const QByteArray svg = render(session, {}, spec).value();
        QVERIFY(QSvgRenderer(svg).isValid());
        // At least one pixel for each cell: the embedded picture is 700 pixels wide.
        const qsizetype start = svg.indexOf("base64,") + 7;
        const QImage map = QImage::fromData(QByteArray::fromBase64(svg.mid(start, svg.indexOf('"', start) - start)));
        QCOMPARE(map.size(), QSize(700, 700));
        QCOMPARE(map.pixel(0, 0), map.pixel(97, 97)); // the same token has the same weight
    }

    void problems_data() {
        QTest::addColumn<QString>("sentence");
        QTest::addColumn<int>("head");
        QTest::addColumn<int>("width");
        QTest::addColumn<QString>("says");
        QTest::newRow("no tokens") << "" << -1 << 0 << "no tokens";
        QTest::newRow("no such head") << "a b" << 7 << 0 << "no head 8";
        QTest::newRow("too small") << "a b" << -1 << 3 << "16 to 16384";
        QTest::newRow("too large") << "a b" << -1 << 20000 << "16 to 16384";
    }
    void problems() {
        QFETCH(QString, sentence);
        QFETCH(int, head);
        QFETCH(int, width);
        QFETCH(QString, says);
        for (const ExportFormat format : {ExportFormat::Png, ExportFormat::Svg, ExportFormat::Pdf}) {
            ExportSpec spec = specFor(format, width);
            spec.head = head;
            const auto bytes = render(sessionOf(sentence), {}, spec);
            QVERIFY(!bytes.ok());
            QVERIFY2(bytes.text().find(says.toStdString()) != std::string::npos, bytes.text().c_str());
        }
    }

    void formatsByName() {
        QCOMPARE(formatOfFile(QStringLiteral("a/b.PNG")), std::optional(ExportFormat::Png));
        QCOMPARE(formatOfFile(QStringLiteral("b.svg")), std::optional(ExportFormat::Svg));
        QCOMPARE(formatOfFile(QStringLiteral("b.png.pdf")), std::optional(ExportFormat::Pdf));
        QVERIFY(!formatOfFile(QStringLiteral("b.jpg")));
    }
};

QTEST_MAIN(RenderTest)
#include "tst_render.moc"
