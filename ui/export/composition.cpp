#include "export/composition.h"

#include "plot/ColorScale.h"
#include "plot/paintCrosshair.h"
#include "words/wording.h"

#include <QFontMetricsF>
#include <QPainter>

namespace headlight {
namespace {

MapLook lookOf(const Composition& c, int stage, const Range& data) {
    return lookOf(c.plan.stages[static_cast<std::size_t>(stage)], data, *c.theme, c.look);
}

std::vector<MapLook> sharedLooks(const Composition& c) {
    std::vector<Range> ranges(c.plan.stages.size());
    for (std::size_t i = 0; i < c.plan.maps.size(); ++i) {
        Range& range = ranges[static_cast<std::size_t>(c.plan.maps[i].stage)];
        if (c.tiles[i]) range = united(range, rangeToColour(*c.tiles[i]));
    }
    std::vector<MapLook> looks;
    for (std::size_t s = 0; s < ranges.size(); ++s) looks.push_back(lookOf(c, static_cast<int>(s), ranges[s]));
    for (std::size_t i = 0; i < c.plan.maps.size(); ++i)
        if (c.tiles[i]) explainToo(looks[static_cast<std::size_t>(c.plan.maps[i].stage)], *c.tiles[i]);
    return looks;
}

void paintTitles(QPainter& painter, const Composition& c) {
    QFont font = textFont(12);
    font.setWeight(QFont::DemiBold);
    painter.setFont(font);
    painter.setPen(c.theme->text);
    const QFontMetricsF metrics = painter.fontMetrics();
    const QString title = metrics.elidedText(c.title, Qt::ElideRight, c.plan.title.width() - 16);
    painter.drawText(QPointF(c.plan.title.left() + 8, c.plan.title.top() + metrics.ascent()), title);

    font.setPointSizeF(10);
    painter.setFont(font);
    for (const PlannedTitle& head : c.plan.heads) painter.drawText(head.baseline, titleOfHead(head.head));
}

void paintOneMap(QPainter& painter, const Composition& c, std::size_t i, const MapLook& look, PaintTarget target,
                 double scale, bool hasText) {
    const PlannedMap& map = c.plan.maps[i];
    const PlannedStage& stage = c.plan.stages[static_cast<std::size_t>(map.stage)];
    const MapArea area{map.map, wholeMap(stage.rows(), stage.cols()), scale};
    const MapAxes axes = c.selection ? selectedAxes(stage, *c.selection) : stage.axes;
    if (hasText)
        paintCaption(painter, map.bounds.topLeft() + QPointF(8, 8), stage.caption(c.tiles[i].get()), *c.theme,
                     map.bounds.width() - 16);
    QRectF bounds = map.bounds.adjusted(0, kCaptionLine - 2, 0, 0);
    if (!map.scale.isNull()) bounds.setRight(map.scale.left());
    if (hasText) paintLabels(painter, area, bounds, axes, *c.theme);
    if (c.tiles[i]) {
        paintCells(painter, area, *c.tiles[i], look, target);
        paintNumbers(painter, area, *c.tiles[i], look, target);
    }
    if (c.selection && stage.info().isMap())
        paintSelection(painter, area, {axes.selectedRow, axes.selectedCol}, c.selection->head == map.head, *c.theme);
    if (hasText && !map.scale.isNull()) paintColorScale(painter, map.scale, look, scale);
}

} // namespace

bool paintComposition(QPainter& painter, const Composition& c, PaintTarget target, double scale, const Watch& watch) {
    painter.setRenderHint(QPainter::TextAntialiasing);
    painter.setRenderHint(QPainter::LosslessImageRendering); // a PDF would else hold JPEG
    // A thumbnail: letters of two pixels say nothing, and of a coloured one Qt makes a picture without any.
    constexpr double kLegible = 0.2;
    const bool hasText = target == PaintTarget::Vectors || scale >= kLegible;
    if (hasText) paintTitles(painter, c);
    const std::vector<MapLook> shared = sharedLooks(c);
    for (std::size_t i = 0; i < c.plan.maps.size(); ++i) {
        if (!goesOn(watch, static_cast<double>(i) / static_cast<double>(c.plan.maps.size()))) return false;
        const int stage = c.plan.maps[i].stage;
        const bool isOwn = c.look.scalePerHead && c.tiles[i];
        paintOneMap(painter, c, i,
                    isOwn ? lookOf(c, stage, rangeToColour(*c.tiles[i])) : shared[static_cast<std::size_t>(stage)],
                    target, scale, hasText);
    }
    for (std::size_t s = 0; s < c.plan.stages.size() && hasText; ++s)
        for (const QRectF& bar : c.plan.stages[s].scales) paintColorScale(painter, bar, shared[s], scale);
    return true;
}

} // namespace headlight
