#include "export/ExportPlan.h"
#include "export/render.h"
#include "session/edits.h"
#include "support/changing.h"
#include "ui/export/pictures.h"

#include <QPainter>
#include <QRegularExpression>
#include <QSvgRenderer>
#include <QTest>

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
        spec.heads = {0};
        spec.curves.clear(); // a head that is drawn alone has the curve of all
        QCOMPARE(with(""), with("linear"));
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
        spec.heads = {0};
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
        spec.heads = {1};
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
            if (head >= 0) spec.heads = {head};
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
