#include "export/render.h"

#include "base/memory.h"
#include "document/compared.h"
#include "engine/GuardedEngine.h"
#include "export/cellsBehind.h"
#include "export/composition.h"
#include "export/sheet.h"
#include "plot/paintLabels.h"
#include "plot/stepWords.h"
#include "style/textSize.h"

#include <QBuffer>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSvgGenerator>
#include <QThread>
#include <QUuid>

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

int dotsPerMetre(int dpi) { return static_cast<int>(std::lround(dpi * 1000 / kMmPerInch)); }

/// The pixels that a map is worth: those it has on paper; for vectors every cell, within reason for many maps.
int pixelsFor(double length, int cells, double scale, std::size_t maps, PaintTarget target) {
    constexpr double kMaxVectorCells = 4096;
    if (target == PaintTarget::Pixels) return std::max(1, static_cast<int>(std::lround(length * scale)));
    const double most = std::max(1024.0, kMaxVectorCells / std::sqrt(static_cast<double>(maps)));
    return std::min(cells, static_cast<int>(most));
}

Result<Frame> frameOf(const Session& session, const ExportPlan& plan, const ExportSpec& spec,
                      const std::vector<CellRef>& cells, double scale, PaintTarget target, const Watch& watch) {
    const auto engine = makeEngine(spec.backend);
    if (!engine) return engine.problem();
    Demand demand;
    demand.cells.assign(cells.begin(), cells.end());
    if (spec.other) demand.others = {*spec.other};
    for (const PlannedMap& map : plan.maps) {
        const PlannedStage& stage = plan.stages[static_cast<std::size_t>(map.stage)];
        const Region seen = regionOf(stage.window, stage.rows(), stage.cols());
        const double wide = map.map.width() * seen.cols / stage.window.cols,
                     high = map.map.height() * seen.rows / stage.window.rows;
        const bool isAll = stage.window == wholeMap(stage.rows(), stage.cols());
        demand.maps.push_back(
            demandOf(stage.compared, {stage.stage, spec.layer, stage.hasHeads() ? map.head : 0, isAll ? Region{} : seen,
                                      pixelsFor(wide, seen.cols, scale, plan.maps.size(), target),
                                      pixelsFor(high, seen.rows, scale, plan.maps.size(), target), spec.maps.pooling}));
    }
    Frame frame = (*engine)->answer(session, demand, watch);
    if (!frame.problem.empty()) return Problem{frame.problem};
    if (frame.tiles.size() != plan.maps.size()) return Problem{"The maps could not be computed."};
    return frame;
}

/// Qt paints on threads of its own, and never returns if there is no memory for their stacks.
bool canPaint() {
    constexpr double kStack = 8.4e6;
    return memoryLeft() > kStack * QThread::idealThreadCount();
}

Problem notPainted() {
    return {"The picture could not be written: not enough memory for its size. Choose a smaller size."};
}

/// Of what any picture takes. To be asked before the first text is measured: fontconfig does not get over it when it
/// finds none.
Result<void> memoryBeside(double bytes = 0) {
    constexpr double kOfAny = 33e6; // bytes: fonts, and Qt
    return memoryFor(kOfAny + bytes, "Such a picture takes", "Choose a smaller size, or close other programs.");
}

struct Prepared {
    Composition composition;
    Sheet sheet;
};

/// Its words are still without what the step does.
std::optional<Composition::Progress> progressOf(const Session& session, const View& view, const ExportSpec& spec) {
    if (!spec.step) return std::nullopt;
    const Walk walk(session, spec.layer, view.head, view.query, view.key);
    if (walk.count() == 0) return std::nullopt;
    const int at = walk.indexOf(*spec.step);
    return Composition::Progress{walk, walk.at(at), view, QStringLiteral("%1 / %2   ").arg(at + 1).arg(walk.count())};
}

/// How far a picture is when its tiles are there, and when it is painted.
constexpr double kComputed = 0.6, kPainted = 0.9;

Result<Prepared> prepared(const Session& session, const View& view, const ExportSpec& spec, PaintTarget target,
                          const Watch& watch, const QSize& within = {}) {
    auto plan = planExport(session, spec);
    if (!plan) return plan.problem();
    auto sheet = sheetFor(*plan, spec);
    if (!sheet) return sheet.problem();
    if (!within.isEmpty()) {
        const QSize large = std::exchange(sheet->pixels, sheet->pixels.scaled(within, Qt::KeepAspectRatio));
        sheet->scale *= double(sheet->pixels.width()) / large.width();
    }
    const double pixels = double(sheet->pixels.width()) * sheet->pixels.height();
    constexpr double kOfPixel = 5;                       // the picture, and its file
    constexpr double kOfCell = 8;                        // a score, and what is made of it
    constexpr double kOfAllCells = 1024.0 * 1024 * 1024; // more the CPU does not keep: Backend::canStream()
    if (const auto has = memoryBeside((target == PaintTarget::Pixels ? kOfPixel * pixels : 0) +
                                      std::min(kOfCell * cellsBehind(session, spec), kOfAllCells));
        !has)
        return has.problem();
    auto progress = progressOf(session, view, spec);
    const auto told = progress ? progress->walk.examples(progress->step, kStepExamples) : std::vector<CellRef>();
    auto frame = frameOf(session, *plan, spec, told, sheet->scale, target, partOf(watch, 0, kComputed));
    if (!frame) return frame.problem();
    if (progress)
        progress->words += stepWords(session, spec.layer, view.query, progress->walk, progress->step,
                                     frame->explanations);
    std::vector<QString> absent;
    for (const auto& tile : frame->tiles)
        absent.push_back(tile && tile->values.size() == 0 ? whyWithoutCells(*tile, *frame) : QString());
    Composition composition{std::move(*plan),   std::move(frame->tiles), std::move(absent), spec.theme, spec.maps, {},
                            std::move(progress)};
    if (spec.showsSelection && view.layer == spec.layer) composition.selection = view;
    return Prepared{std::move(composition), *sheet};
}

/// False: `watch` does not go on.
bool paintSheet(QPainter& painter, const Prepared& p, PaintTarget target, const Watch& watch) {
    painter.setFont(textFont()); // an SVG would else name the system's font, if only for the background
    painter.fillRect(QRect(QPoint(0, 0), p.sheet.pixels), p.composition.theme->surface);
    const QSizeF drawn = p.composition.plan.size * p.sheet.scale;
    const auto middle = [](double room, double used) { return std::floor(std::max(0.0, (room - used) / 2)); };
    painter.translate(middle(p.sheet.pixels.width(), drawn.width()), middle(p.sheet.pixels.height(), drawn.height()));
    painter.scale(p.sheet.scale, p.sheet.scale);
    return paintComposition(painter, p.composition, target, p.sheet.scale, partOf(watch, kComputed, kPainted));
}

Problem notWanted() { return {"The picture was cancelled."}; }

/// Qt writes millimetres, which readers turn into pixels at 90 or at 96 an inch; pixels are the same to all.
QByteArray inPixels(QByteArray svg, const QSize& size) {
    static const QRegularExpression kMillimetres(QStringLiteral("<svg width=\"[^\"]*\" height=\"[^\"]*\""));
    const auto found = kMillimetres.match(QString::fromLatin1(svg.left(400)));
    const QByteArray pixels =
        QStringLiteral("<svg width=\"%1\" height=\"%2\"").arg(size.width()).arg(size.height()).toLatin1();
    return found.hasMatch() ? svg.replace(found.capturedStart(), found.capturedLength(), pixels) : svg;
}

Result<QByteArray> svgOf(const Prepared& p, const Watch& watch) {
    QBuffer buffer;
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(kScreenDpi);
    generator.setSize(p.sheet.pixels);
    generator.setViewBox(QRect(QPoint(0, 0), p.sheet.pixels));
    generator.setTitle(p.composition.plan.titleText.toHtmlEscaped()); // Qt writes it as it stands
    generator.setDescription(QStringLiteral("Headlight"));
    QPainter painter;
    if (!canPaint() || !painter.begin(&generator)) return notPainted();
    if (!paintSheet(painter, p, PaintTarget::Vectors, watch)) return notWanted();
    if (!painter.end()) return notPainted();
    return inPixels(buffer.data(), p.sheet.pixels);
}

/// The same picture is the same file, as PNG and SVG are: blanks in place of the dates, so that every object stays at
/// its offset.
QByteArray withoutDates(QByteArray pdf) {
    for (const char* name : {"/CreationDate (", "/ModDate ("}) {
        const qsizetype from = pdf.indexOf(name);
        const qsizetype to = from < 0 ? from : pdf.indexOf(')', from);
        if (to >= 0) pdf.replace(from, to + 1 - from, QByteArray(to + 1 - from, ' '));
    }
    return pdf;
}

Result<QByteArray> pdfOf(const Prepared& p, const Watch& watch) {
    constexpr double kPointsPerPixel = 72.0 / kScreenDpi;
    QBuffer buffer;
    if (!buffer.open(QIODevice::WriteOnly)) return notPainted();
    QPdfWriter writer(&buffer);
    writer.setResolution(kScreenDpi);
    writer.setTitle(p.composition.plan.titleText);
    writer.setCreator(QStringLiteral("Headlight"));
    writer.setPageSize(
        QPageSize(QSizeF(p.sheet.pixels) * kPointsPerPixel, QPageSize::Point, QString(), QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF(0, 0, 0, 0));
#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0)
    // Otherwise an identifier is random, and metadata contain the time; the title stands in the document's information.
    writer.setDocumentId(QUuid(1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
    writer.setDocumentXmpMetadata(R"(<x:xmpmeta xmlns:x="adobe:ns:meta/"/>)");
#endif
    QPainter painter;
    if (!canPaint() || !painter.begin(&writer)) return notPainted();
    if (!paintSheet(painter, p, PaintTarget::Vectors, watch)) return notWanted();
    if (!painter.end()) return notPainted();
    return withoutDates(buffer.data());
}

} // namespace

Result<QImage> renderImage(const Session& session, const View& view, const ExportSpec& wanted, const Watch& watch,
                           const QSize& within) {
    ExportSpec spec = wanted;
    if (within.isEmpty()) spec.format = ExportFormat::Png;
    if (const auto has = memoryBeside(); !has) return has.problem();
    const PictureTextSize text(textSizeFor(session, spec));
    const auto p = prepared(session, view, spec, PaintTarget::Pixels, watch, within);
    if (!p) return p.problem();
    QImage image(p->sheet.pixels, QImage::Format_RGB32);
    if (image.isNull() || !canPaint()) return notPainted();
    // Fonts are in points: they must come out by the same measure on every screen.
    image.setDotsPerMeterX(dotsPerMetre(kScreenDpi));
    image.setDotsPerMeterY(dotsPerMetre(kScreenDpi));
    QPainter painter(&image);
    if (!paintSheet(painter, *p, PaintTarget::Pixels, watch)) return notWanted();
    if (!painter.end()) return notPainted();
    image.setDotsPerMeterX(dotsPerMetre(spec.dpi));
    image.setDotsPerMeterY(dotsPerMetre(spec.dpi));
    return image;
}

Result<QByteArray> render(const Session& session, const View& view, const ExportSpec& spec, const Watch& watch) {
    if (spec.format == ExportFormat::Png) {
        const auto image = renderImage(session, view, spec, watch);
        if (!image) return image.problem();
        QBuffer buffer; // to its end: libpng leaves memory behind where it is interrupted
        if (!buffer.open(QIODevice::WriteOnly) || !image->save(&buffer, "PNG")) return notPainted();
        return shouldContinue(watch, 1) ? Result<QByteArray>(buffer.data()) : notWanted();
    }
    if (const auto has = memoryBeside(); !has) return has.problem();
    const PictureTextSize text(textSizeFor(session, spec));
    const auto p = prepared(session, view, spec, PaintTarget::Vectors, watch);
    if (!p) return p.problem();
    return spec.format == ExportFormat::Svg ? svgOf(*p, watch) : pdfOf(*p, watch);
}

std::optional<ExportFormat> formatOfFile(const QString& fileName) {
    const auto ends = [&](const char* suffix) { return fileName.endsWith(QLatin1String(suffix), Qt::CaseInsensitive); };
    if (ends(".png")) return ExportFormat::Png;
    if (ends(".svg")) return ExportFormat::Svg;
    if (ends(".pdf")) return ExportFormat::Pdf;
    return std::nullopt;
}

} // namespace headlight
