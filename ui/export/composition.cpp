#include "export/composition.h"

#include "plot/ColorScale.h"
#include "plot/HeatmapsLayout.h"
#include "plot/paintCrosshair.h"
#include "plot/paintHead.h"
#include "plot/paintLabels.h"
#include "style/textSize.h"
#include "words/wording.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QImage>
#include <QPainter>

#include <algorithm>

namespace headlight {
namespace {

constexpr double kMinDigitsPt = 4.5; ///< of numbers in cells on paper: they go before tokens become small
constexpr double kApart = 0.9;       ///< the part of a cell on paper that its number may take

/// Returns the tiles of a stage, of the heads that count.
std::vector<const Tile*> tilesOf(const Composition& c, const PlannedStage& stage, auto counts) {
    std::vector<const Tile*> found;
    for (const auto& tile : c.tiles)
        if (tile && tile->demand.stage == stage.stage && counts(tile->demand.head)) found.push_back(tile.get());
    return found;
}

std::vector<const Tile*> drawnTiles(const Composition& c, const PlannedStage& stage) {
    return tilesOf(c, stage, [&](int head) { return !stage.hasHeads() || c.spec.draws(head); });
}

/// Returns the curve that is known of a stage, or that of all heads; null: only the heads that are drawn count.
const ValueCurve* curveOf(const Composition& c, const PlannedStage& stage) {
    if (const auto known = c.spec.curves.find(stage.stage); known != c.spec.curves.end()) return known->second;
    const std::vector<const Tile*> all = tilesOf(c, stage, [](int) { return true; });
    const bool areMore = all.size() > drawnTiles(c, stage).size();
    return areMore ? lookOf(stage, all, *c.spec.theme, c.spec.maps).curve : nullptr;
}

/// Returns the looks of the stages: the maps of one have one scale, which explains all their cells.
std::vector<MapLook> sharedLooks(const Composition& c) {
    std::vector<MapLook> looks;
    for (const PlannedStage& stage : c.plan.stages)
        looks.push_back(lookOf(stage, drawnTiles(c, stage), *c.spec.theme, c.spec.maps, curveOf(c, stage)));
    return looks;
}

/// Returns the look of a map with a scale of its own. The curve is that of all.
MapLook ownLook(const Composition& c, const PlannedMap& map, const MapLook& shared) {
    const PlannedStage& stage = c.plan.stageOf(map);
    const auto isOwn = [head = stage.headOf(map.head)](int other) { return other == head; };
    return lookOf(stage, tilesOf(c, stage, isOwn), *c.spec.theme, c.spec.maps, shared.curve);
}

void paintTitle(QPainter& painter, const Composition& c) {
    painter.setFont(titleFont());
    painter.setPen(c.spec.theme->text);
    const QFontMetricsF metrics = painter.fontMetrics();
    const QString title = metrics.elidedText(c.plan.titleText, Qt::ElideRight, c.plan.title.width() - 16);
    const double space = c.plan.title.width() - metrics.horizontalAdvance(title);
    const double left = c.spec.isForPaper() ? std::max(8.0, space / 2) : 8;
    painter.drawText(QPointF(c.plan.title.left() + left, c.plan.title.top() + metrics.ascent()), title);
}

QFont captionFont() { return textFont(11); }

void paintCaption(QPainter& painter, const Composition& c) {
    painter.setFont(captionFont());
    painter.setPen(c.spec.theme->text);
    painter.drawText(c.plan.caption.adjusted(8, 0, -8, 0), Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                     c.progress->words);
}

MapArea areaOf(const Composition& c, const PlannedMap& map) {
    return {map.map, c.plan.stageOf(map).window, c.plan.scale};
}

/// Returns the format of the numbers of each stage.
std::vector<CellFormat> formatsOf(const Composition& c, const QPaintDevice* device) {
    std::vector<const MapStage*> stages;
    for (const PlannedStage& stage : c.plan.stages) stages.push_back(&stage);
    std::vector<Range> ranges(stages.size());
    std::vector<QSizeF> cells(stages.size());
    for (std::size_t i = 0; i < c.plan.maps.size(); ++i) {
        if (!c.tiles[i]) continue;
        const auto s = static_cast<std::size_t>(c.plan.maps[i].stage);
        ranges[s] = united(ranges[s], c.tiles[i]->range);
        const MapArea area = areaOf(c, c.plan.maps[i]);
        cells[s] = {area.cellWidth(), area.cellHeight()};
    }
    if (!c.spec.isForPaper()) return formatsOf(stages, ranges, c.spec.maps.decimals, cells, device);
    // The same as if all were larger: digits of kCellPt are those of kMinDigitsPt on paper. Larger ones come first.
    const double least = kCellPt * c.plan.textPt / axisFont().pointSizeF() / kMinDigitsPt;
    std::vector<CellFormat> formats;
    for (const double larger : {std::min(least, 1.0), least}) {
        std::vector<QSizeF> enlarged;
        for (const QSizeF& cell : cells) enlarged.emplace_back(cell.width() * larger * kApart, cell.height() * larger);
        formats = formatsOf(stages, ranges, c.spec.maps.decimals, enlarged, device);
        for (CellFormat& format : formats) format.points /= larger;
        if (std::ranges::all_of(formats, &CellFormat::shown)) break;
    }
    return formats;
}

void paintHeadOf(QPainter& painter, const Composition& c, const PlannedMap& map, const QString& caption) {
    const PlannedStage& stage = c.plan.stageOf(map);
    const MapHead head{
        stage.hasHeads() ? titleOfHead(stage.headThere(map.head)) : QString(), caption, {}, {}, stage.isOff(map.head)};
    QRectF line(map.bounds.left() + 8, map.bounds.top(), map.bounds.width() - 16, textPx(kHeadHeight));
    const double left = map.map.center().x() - headWidth(head, painter.device()) / 2;
    if (c.spec.isForPaper()) line.setLeft(std::max(line.left(), left));
    paintHead(painter, line, head, false, *c.spec.theme);
}

/// A thumbnail has no text: letters of two pixels cannot be read, and of an emoji Qt makes an image without pixels.
bool isLegible(const Composition& c, PaintTarget target) {
    constexpr double kMinScale = 0.2;
    return target == PaintTarget::Vectors || c.plan.scale >= kMinScale;
}

/// Returns the place of a bar, shortened so that its lowest number is on the page.
QRectF onPage(QRectF bar, const ExportPlan& plan) {
    bar.setBottom(std::min(bar.bottom(), plan.size.height() - scaleText()));
    return bar;
}

void paintOneMap(QPainter& painter, const Composition& c, std::size_t i, MapLook look, const CellFormat& format,
                 PaintTarget target) {
    const bool hasText = isLegible(c, target);
    const PlannedMap& map = c.plan.maps[i];
    const PlannedStage& stage = c.plan.stageOf(map);
    const MapArea area = areaOf(c, map);
    const MapAxes axes = c.selection ? selectedAxes(stage, *c.selection) : stage.axes;
    if (hasText) paintHeadOf(painter, c, map, stage.caption(c.tiles[i].get()));
    QRectF bounds = map.bounds.adjusted(0, textPx(kHeadHeight), 0, 0);
    if (!map.scale.isNull()) bounds.setRight(map.scale.left());
    MapAxes labelled = axes;
    if (!map.labelsRows) labelled.rows.reset();
    if (!map.labelsCols) labelled.cols.reset();
    if (hasText) paintLabels(painter, area, bounds, labelled, *c.spec.theme);
    const int ofHead = stage.headOf(map.head);
    if (c.progress) look.blank = c.progress->walk.blank(c.progress->step, stage.stage, ofHead);
    if (c.tiles[i]) {
        paintCells(painter, area, *c.tiles[i], look, target);
        paintNumbers(painter, area, *c.tiles[i], look, format, target);
    }
    if (hasText && !c.absent[i].isEmpty()) {
        painter.setFont(textFont(9));
        painter.setPen(c.spec.theme->muted);
        painter.drawText(map.map, Qt::AlignCenter | Qt::TextWordWrap, c.absent[i]);
    }
    if (c.progress)
        paintLight(painter, area, lightOf(stage, ofHead, c.progress->walk, c.progress->step, c.progress->view),
                   *c.spec.theme);
    else if (c.selection && stage.info().isMap())
        paintSelection(painter, area, {axes.selectedRow, axes.selectedCol}, c.selection->head == map.head,
                       *c.spec.theme);
    if (hasText && !map.scale.isNull()) paintColorScale(painter, onPage(map.scale, c.plan), look, c.plan.scale);
}

/// Returns the place of a bar on paper: as high as the first map of its stage, unless one of another stage is beside
/// it.
QRectF besideMap(const ExportPlan& plan, const PlannedStage& stage) {
    const auto firstOf = [&](const PlannedStage& of) {
        return std::ranges::find_if(plan.maps, [&](const PlannedMap& map) { return &plan.stageOf(map) == &of; })->map;
    };
    const QRectF own = firstOf(stage);
    for (const PlannedStage& other : plan.stages)
        if (const QRectF map = firstOf(other);
            &other != &stage && !other.scale.isNull() && map.top() < own.bottom() && own.top() < map.bottom())
            return stage.scale.adjusted(0, scaleText(), 0, -scaleText());
    return onPage({stage.scale.left(), own.top(), stage.scale.width(), own.height()}, plan);
}

/// Paints the bar of a stage, on paper with its name turned beside it, if that has room there.
void paintScaleOf(QPainter& painter, const Composition& c, const PlannedStage& stage, const MapLook& look) {
    const QRectF bar = besideMap(c.plan, stage);
    const QString usual = stage.name();
    const bool areWeights = stage.stage == Stage::Weights && stage.compared != Compared::Difference;
    for (const QString& name : {areWeights ? QCoreApplication::translate("Export", "attention weight") : usual, usual})
        if (c.spec.isForPaper() && paintTurnedScale(painter, bar, name, look, c.plan.scale)) return;
    paintNamedScale(painter, stage.scale, usual, look, c.plan.scale);
}

} // namespace

bool lacksNumbers(const Composition& c) {
    const PictureTextSize text(c.plan.textSize);
    const QImage device(1, 1, QImage::Format_RGB32);
    const std::vector<CellFormat> formats = formatsOf(c, &device);
    for (std::size_t s = 0; s < formats.size() && c.spec.maps.numbers; ++s) {
        const MapWindow& window = c.plan.stages[s].window;
        const bool areExpected = c.spec.maps.decimals || std::max(window.rows, window.cols) <= MapsSpace::kMaxTokens;
        if (areExpected && !formats[s].shown()) return true;
    }
    return false;
}

bool paintComposition(QPainter& painter, const Composition& c, PaintTarget target, const Watch& watch) {
    painter.setRenderHint(QPainter::TextAntialiasing);
    painter.setRenderHint(QPainter::LosslessImageRendering); // a PDF would else hold JPEG
    const bool hasText = isLegible(c, target);
    if (hasText && !c.plan.title.isNull()) paintTitle(painter, c);
    if (hasText && c.progress) paintCaption(painter, c);
    const std::vector<MapLook> shared = sharedLooks(c);
    const std::vector<CellFormat> formats = formatsOf(c, painter.device());
    for (std::size_t i = 0; i < c.plan.maps.size(); ++i) {
        if (!shouldContinue(watch, static_cast<double>(i) / static_cast<double>(c.plan.maps.size()))) return false;
        const auto stage = static_cast<std::size_t>(c.plan.maps[i].stage);
        const bool isOwn = c.spec.maps.scalePerHead && c.tiles[i];
        paintOneMap(painter, c, i, isOwn ? ownLook(c, c.plan.maps[i], shared[stage]) : shared[stage], formats[stage],
                    target);
    }
    for (std::size_t s = 0; s < c.plan.stages.size() && hasText; ++s)
        if (const PlannedStage& stage = c.plan.stages[s]; !stage.scale.isNull())
            paintScaleOf(painter, c, stage, shared[s]);
    return true;
}

} // namespace headlight
