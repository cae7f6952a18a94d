#include "export/render.h"

#include "backend/cpu/CpuBackend.h"
#include "base/memory.h"
#include "document/compared.h"
#include "engine/GuardedEngine.h"
#include "engine/Plan.h"
#include "export/composition.h"
#include "export/pictureFile.h"
#include "io/files.h"
#include "plot/stepWords.h"
#include "style/textSize.h"

#include <QPainter>

#include <array>
#include <cmath>

namespace headlight {
namespace {

/// Returns the pixels to compute along a side of a map: those of the picture; for vectors one for each cell, but fewer
/// if there are many maps.
int pixelsFor(double length, int cells, double scale, std::size_t maps, PaintTarget target) {
    constexpr double kMaxVectorCells = 4096;
    if (target == PaintTarget::Pixels) return std::max(1, static_cast<int>(std::lround(length * scale)));
    const double maxCells = std::max(1024.0, kMaxVectorCells / std::sqrt(static_cast<double>(maps)));
    return std::min(cells, static_cast<int>(maxCells));
}

constexpr double kOfScore = 4; ///< bytes

Result<Frame> answered(const Session& session, const Demand& demand, const ExportSpec& spec, const Watch& watch) {
    const auto engine = makeEngine(spec.backend);
    if (!engine) return engine.problem();
    Frame frame = (*engine)->answer(session, demand, watch);
    if (!frame.problem.empty()) return Problem{frame.problem};
    if (frame.tiles.size() != demand.maps.size()) return Problem{"The maps could not be computed."};
    return frame;
}

/// Computes one head after the other, so that Q, K and V of only one are in memory, beside those of the window.
Result<Frame> answeredByHead(const Session& session, const Demand& demand, const ExportSpec& spec, const Watch& watch) {
    Frame all;
    std::vector<std::shared_ptr<const Tile>> tiles(demand.maps.size());
    std::size_t done = 0;
    for (int head = 0; done < tiles.size(); ++head) {
        returnFreedMemory(); // the memory of the previous head and the window: the next head may use another thread
        Demand part = demand;
        std::erase_if(part.maps, [&](const MapDemand& map) { return map.head != head; });
        const auto count = static_cast<double>(tiles.size()), from = static_cast<double>(done) / count;
        done += part.maps.size();
        auto frame = answered(session, part, spec, partOf(watch, from, static_cast<double>(done) / count));
        if (!frame) return frame;
        all = std::move(*frame);
        for (std::size_t i = 0, next = 0; i < tiles.size(); ++i)
            if (demand.maps[i].head == head) tiles[i] = all.tiles[next++];
    }
    all.tiles = std::move(tiles);
    all.demand = demand;
    return all;
}

/// True if the heads that are not drawn count for the curve of a stage's maps, too: pictures of single heads have one.
bool asksAllHeads(Stage stage, const Session& session, const ExportSpec& spec) {
    const bool isChosen = !spec.maps.unsignedColours.curve.empty() || spec.curves.contains(stage) ||
                          spec.maps.compared == Compared::Difference; // differences have signs, and so no curve
    const Options& options = layerAt(session, spec.layer).options;
    return !isChosen && infoOf(stage).scope == Scope::Head && !isSigned(stage, options);
}

/// Returns the demands for the heads that are not drawn: as that for a map of their stage.
std::vector<MapDemand> ofOtherHeads(const MapDemand& drawn, const Session& session, const ExportSpec& spec) {
    std::vector<MapDemand> others;
    for (int head = 0; head < sizesOf(session, spec.layer).heads && asksAllHeads(drawn.stage, session, spec); ++head)
        if (!spec.draws(head)) others.emplace_back(drawn).head = head;
    return others;
}

/// Returns the demand for a picture: its maps, as in the plan, then see Composition::tiles.
Demand demandFor(const Session& session, const ExportPlan& plan, const ExportSpec& spec,
                 const std::vector<CellRef>& cells, PaintTarget target) {
    Demand demand;
    demand.cells.assign(cells.begin(), cells.end());
    if (spec.other) demand.others = {*spec.other};
    for (const PlannedMap& map : plan.maps) {
        const PlannedStage& stage = plan.stageOf(map);
        const Region seen = regionOf(stage.window, stage.rows(), stage.cols());
        const double wide = map.map.width() * seen.cols / stage.window.cols,
                     high = map.map.height() * seen.rows / stage.window.rows;
        const bool isAll = stage.window == wholeMap(stage.rows(), stage.cols());
        demand.maps.push_back(demandOf(
            stage.compared, {stage.stage, spec.layer, stage.headOf(map.head), isAll ? Region{} : seen,
                             pixelsFor(wide, seen.cols, plan.scale, plan.maps.size(), target),
                             pixelsFor(high, seen.rows, plan.scale, plan.maps.size(), target), spec.maps.pooling}));
    }
    for (std::size_t i = 0; i < plan.maps.size(); ++i)
        if (i == 0 || plan.maps[i].stage != plan.maps[i - 1].stage)
            std::ranges::copy(ofOtherHeads(MapDemand(demand.maps[i]), session, spec), std::back_inserter(demand.maps));
    if (spec.maps.rangeWithoutFirst && spec.maps.pooling != Pooling::Mean) // as in the window
        for (const PlannedMap& map : plan.maps)
            if (const PlannedStage& stage = plan.stageOf(map); stage.info().isMap() && stage.cols() > 1)
                demand.maps.push_back(demandOf(stage.compared, demandWithoutFirst(stage, stage.headOf(map.head))));
    return demand;
}

Result<Frame> frameOf(const Session& session, const Demand& demand, const ExportSpec& spec, const Watch& watch) {
    const bool isByHead = spec.layer == 0 && demand.cells.empty() &&
                          kOfScore * cellsBehind(session, spec) > scoreMemory();
    return isByHead ? answeredByHead(session, demand, spec, watch) : answered(session, demand, spec, watch);
}

/// Returns the progress, in whose words the text of the step is still missing.
std::optional<Composition::Progress> progressOf(const Session& session, const View& view, const ExportSpec& spec) {
    if (!spec.step) return std::nullopt;
    const Walk walk(session, spec.layer, view.head, view.query, view.key);
    if (walk.count() == 0) return std::nullopt;
    const int at = walk.indexOf(*spec.step);
    return Composition::Progress{walk, walk.at(at), view, QStringLiteral("%1 / %2   ").arg(at + 1).arg(walk.count())};
}

const Theme& paperTheme() {
    static const Theme theme = [] {
        Theme paper = lightTheme();
        paper.text = paper.muted = paper.query = paper.key = Qt::black;
        return paper;
    }();
    return theme;
}

/// The share of the work that is done when the tiles are there, and when they are painted.
constexpr double kComputed = 0.6, kPainted = 0.9;

Result<Composition> prepared(const Session& session, const View& view, const ExportSpec& spec, PaintTarget target,
                             const Watch& watch, const QSize& within = {}) {
    if (const auto has = memoryBeside(); !has) return has.problem();
    auto plan = planExport(session, spec);
    if (!plan) return plan.problem();
    if (!within.isEmpty()) {
        const QSize large = std::exchange(plan->pixels, plan->pixels.scaled(within, Qt::KeepAspectRatio));
        plan->scale *= double(plan->pixels.width()) / large.width();
    }
    const double pixels = double(plan->pixels.width()) * plan->pixels.height();
    constexpr double kOfPixel = 5; // bytes of a pixel: in the picture, and in its file
    constexpr double kOfCell = 8;  // bytes of a cell: a score, and what is made of it
    if (const auto has = memoryBeside((target == PaintTarget::Pixels ? kOfPixel * pixels : 0) +
                                      std::min(kOfCell * cellsBehind(session, spec), scoreMemory()));
        !has)
        return has.problem();
    auto progress = progressOf(session, view, spec);
    const auto told = progress ? progress->walk.examples(progress->step, kStepExamples) : std::vector<CellRef>();
    const Demand demand = demandFor(session, *plan, spec, told, target);
    auto frame = frameOf(session, demand, spec, partOf(watch, 0, kComputed));
    if (!frame) return frame.problem();
    if (progress)
        progress->words += stepWords(session, spec.layer, view.query, progress->walk, progress->step,
                                     frame->explanations);
    std::vector<QString> absent;
    for (const auto& tile : frame->tiles)
        absent.push_back(tile && tile->values.size() == 0 ? whyWithoutCells(*tile, *frame) : QString());
    Composition composition{std::move(*plan), std::move(frame->tiles), std::move(absent), spec};
    composition.progress = std::move(progress);
    if (spec.showsSelection && view.layer == spec.layer) composition.selection = view;
    if (spec.isForPaper() && !spec.theme->dark) composition.spec.theme = &paperTheme();
    return composition;
}

/// Extends a span to cells that are seen in part, except those of which less than a pixel is seen.
SideSpan inWholeCells(const SideSpan& span) {
    constexpr double kNone = 1e-3;
    const double first = std::floor(span.first + kNone);
    return {first, std::ceil(span.first + span.count - kNone) - first};
}

Problem notWanted() { return {"The picture was cancelled."}; }

/// Returns the function that paints the picture.
Painting paintingOf(const Composition& c, PaintTarget target, const Watch& watch) {
    return [&c, target, watch](QPaintDevice& device) -> Result<void> {
        const ExportPlan& plan = c.plan;
        const PictureTextSize text(plan.textSize);
        QPainter painter;
        if (!painter.begin(&device)) return notPainted();
        painter.setFont(textFont()); // an SVG would else name the system's font, if only for the background
        painter.fillRect(QRect(QPoint(0, 0), plan.pixels), c.spec.theme->surface);
        const QSizeF drawn = plan.size * plan.scale;
        const auto middle = [](double space, double used) { return std::floor(std::max(0.0, (space - used) / 2)); };
        painter.translate(middle(plan.pixels.width(), drawn.width()), middle(plan.pixels.height(), drawn.height()));
        painter.scale(plan.scale, plan.scale);
        if (!paintComposition(painter, c, target, partOf(watch, kComputed, kPainted))) return notWanted();
        return painter.end() ? Result<void>() : notPainted();
    };
}

} // namespace

ExportSpec screenSpec(const ViewState& state) {
    ExportSpec spec;
    spec.maps = state.maps;
    for (auto& [side, span] : spec.maps.zoom) span = inWholeCells(span);
    spec.maps.stages = state.shownStages();
    spec.layer = state.view.layer;
    if (state.maps.isEnlarged) spec.heads = {state.view.head};
    spec.theme = state.theme;
    spec.step = state.step;
    spec.curves = state.curves;
    if (state.step) { // it is shown in whole maps
        spec.maps.zoom = {};
        spec.maps.compared = Compared::Now;
    }
    if (spec.maps.compared != Compared::Now) {
        spec.other = state.other;
        spec.otherName = nameOf(state.maps.counterpart);
    }
    if (spec.maps.compared == Compared::SideBySide) spec.heads = {state.view.head};
    return spec;
}

Result<QImage> renderImage(const Session& session, const View& view, const ExportSpec& wanted, const Watch& watch,
                           const QSize& within, bool* lacksNumbers) {
    ExportSpec spec = wanted;
    if (within.isEmpty()) spec.format = ExportFormat::Png;
    const auto c = prepared(session, view, spec, PaintTarget::Pixels, watch, within);
    if (!c) return c.problem();
    if (lacksNumbers) *lacksNumbers = headlight::lacksNumbers(*c);
    return paintedImage(c->plan.pixels, spec.dpi, paintingOf(*c, PaintTarget::Pixels, watch));
}

Result<QByteArray> render(const Session& session, const View& view, const ExportSpec& spec, const Watch& watch,
                          bool* lacksNumbers) {
    if (spec.format == ExportFormat::Png) {
        const auto image = renderImage(session, view, spec, watch, {}, lacksNumbers);
        if (!image) return image.problem();
        auto bytes = pngOf(*image);
        return !bytes || shouldContinue(watch, 1) ? bytes : notWanted();
    }
    const auto c = prepared(session, view, spec, PaintTarget::Vectors, watch);
    if (!c) return c.problem();
    if (lacksNumbers) *lacksNumbers = headlight::lacksNumbers(*c);
    const bool areInPixels = spec.widthPx > 0 || spec.heightPx > 0;
    return vectorFile(spec.format, c->plan.pixels, areInPixels ? 0 : spec.widthMm, c->plan.titleText,
                      paintingOf(*c, PaintTarget::Vectors, watch));
}

Result<void> writeSteps(const Session& session, const View& view, const ExportSpec& spec,
                        const std::filesystem::path& folder, const Watch& watch) {
    const Walk walk(session, spec.layer, view.head, view.query, view.key);
    ExportSpec one = spec;
    one.format = ExportFormat::Png;
    const auto digits = QString::number(walk.count()).size();
    for (int at = 0; at < walk.count(); ++at) {
        one.step = walk.at(at);
        const Watch part = partOf(watch, at / double(walk.count()), (at + 1) / double(walk.count()));
        const auto bytes = render(session, view, one, part);
        if (!bytes) return bytes.problem();
        const QString name = QStringLiteral("%1.png").arg(at + 1, static_cast<int>(digits), 10, QLatin1Char('0'));
        const auto written = writeFile(folder / name.toStdString(),
                                       {bytes->constData(), static_cast<std::size_t>(bytes->size())});
        if (!written) return written;
    }
    return {};
}

double cellsBehind(const Session& session, const ExportSpec& spec) {
    const Sizes drawn = sizesOf(session, spec.layer);
    Demand demand;
    double own = 0;
    for (const Stage stage : spec.maps.stages) {
        const StageInfo& info = infoOf(stage);
        const bool isOfHeads = info.scope == Scope::Head;
        for (int head = 0; head < (isOfHeads ? drawn.heads : 1); ++head) {
            if (isOfHeads && !spec.draws(head) && !asksAllHeads(stage, session, spec)) continue;
            demand.maps.push_back({stage, spec.layer, head, {}, 1, 1});
            own += double(lengthOf(info.rows, drawn)) * double(lengthOf(info.cols, drawn));
        }
    }
    double scores = 0;
    const std::vector<LayerPlan> plan = planOf(shapeOf(session), demand, 0);
    for (std::size_t layer = 0; layer < plan.size(); ++layer) {
        const Sizes sizes = sizesOf(session, static_cast<int>(layer));
        scores += plan[layer].attending() * double(sizes.tokens) * double(sizes.keyTokens);
    }
    return std::max(own, scores) * (spec.other ? 2 : 1);
}

QString suffixOf(ExportFormat format) {
    static constexpr std::array kSuffixes{"png", "svg", "pdf"};
    return QLatin1String(kSuffixes[static_cast<std::size_t>(format)]);
}

std::optional<ExportFormat> formatOfFile(const QString& fileName) {
    for (const ExportFormat one : {ExportFormat::Png, ExportFormat::Svg, ExportFormat::Pdf})
        if (fileName.endsWith(u'.' + suffixOf(one), Qt::CaseInsensitive)) return one;
    return std::nullopt;
}

} // namespace headlight
