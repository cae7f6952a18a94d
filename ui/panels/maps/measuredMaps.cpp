#include "panels/maps/measuredMaps.h"

#include "plot/CellFormat.h"
#include "plot/ColorScale.h"

#include <QWidget>

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

constexpr int kOwnScaleGap = 10;
constexpr int kCardEdge = 8, kBottom = 3, kLabelEdge = 5; // px between a map, or its labels, and the edges of its card

int up(double px) { return static_cast<int>(std::ceil(px)); }

/// What each stage's labels take at cells of that size; all labels of one size.
void setMargins(MapsRoom& room, const MeasuredMaps& measured, const std::vector<QSizeF>& cells, double points,
                const QWidget& widget) {
    bool isTitled = false; // the first one with heads has their titles
    for (std::size_t s = 0; s < cells.size(); ++s) {
        MapAxes axes = measured.axes[s];
        axes.points = points;
        const QMarginsF space = labelSpace(axes, cells[s], &widget);
        StageRoom& stage = room.stages[s];
        const int line = stage.hasHeads && !isTitled ? HeatmapsLayout::title() : HeatmapsLayout::caption();
        isTitled = isTitled || stage.hasHeads;
        stage.bare = {kCardEdge, line, kCardEdge + measured.ownScale, kBottom};
        stage.labels = {up(space.left()) + kLabelEdge, line + up(space.top()),
                        std::max(kCardEdge, up(space.right())) + measured.ownScale, kBottom};
    }
}

} // namespace

MeasuredMaps measuredMaps(const MapsContent& content, const QWidget& widget) {
    const auto scaleWidth = [&](const MapLook& look) { return static_cast<int>(colorScaleWidth(look, &widget)); };
    MeasuredMaps measured{{widget.size(), static_cast<int>(content.heads.size()), {}, 0}, {}};
    for (const MapStage& stage : content.stages) {
        const StageInfo& info = stage.info();
        measured.room.stages.push_back({stage.rows(),
                                        stage.cols(),
                                        info.rows,
                                        info.cols,
                                        {},
                                        {},
                                        leastReadableCell(stage.isSigned, &widget),
                                        stage.hasHeads()});
        measured.axes.push_back(stage.axes);
    }
    for (const HeadMaps& head : content.heads) measured.heads.push_back(head.head);
    if (content.scalePerHead) {
        for (const HeadMaps& head : content.heads)
            for (const MapContent& map : head.maps)
                measured.ownScale = std::max(measured.ownScale, scaleWidth(map.look) + kOwnScaleGap);
        return measured;
    }
    for (const MapLook& look : content.shared)
        measured.room.scaleWidth = std::max(measured.room.scaleWidth, scaleWidth(look) + HeatmapsLayout::kGap);
    return measured;
}

LaidOutMaps laidOut(const MeasuredMaps& measured, const QWidget& widget) {
    MapsRoom room = measured.room;
    LaidOutMaps maps;
    std::vector<QSizeF> cells(room.stages.size(), QSizeF(24, 24)); // a guess: margins and cells need each other
    for (int round = 0; round < 3; ++round) {
        double points = cells.empty() ? kUsualLabel : labelPoints(cells.front());
        for (const QSizeF& cell : cells) points = std::min(points, labelPoints(cell));
        if (round == 2 && points == maps.labelPoints) break;
        maps.labelPoints = points;
        setMargins(room, measured, cells, points, widget);
        maps.layout = HeatmapsLayout(room);
        for (std::size_t s = 0; s < cells.size(); ++s) cells[s] = maps.layout.cellSize(static_cast<int>(s));
    }
    return maps;
}

bool NumbersInMaps::of(const MeasuredMaps& measured, const QWidget& widget) {
    constexpr std::size_t kKept = 4;
    const auto found = std::ranges::find(known_, measured, &std::pair<MeasuredMaps, bool>::first);
    if (found != known_.end()) return found->second;
    if (known_.size() == kKept) known_.erase(known_.begin());
    known_.emplace_back(measured, laidOut(measured, widget).layout.hasNumbers());
    return known_.back().second;
}

} // namespace headlight
