#include "panels/maps/measuredMaps.h"

#include "plot/CellFormat.h"
#include "plot/ColorScale.h"

#include <QWidget>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headlight {
namespace {

constexpr int kOwnScaleGap = 10;
constexpr int kCardEdge = 8, kBottom = 3, kLabelEdge = 5; // px between a map, or its labels, and the edges of its card

int up(double px) { return static_cast<int>(std::ceil(px)); }

/// What each stage's labels take at cells of that size; all labels of one size.
void setMargins(MapsRoom& room, const MeasuredMaps& measured, const std::vector<QSizeF>& cells, double points,
                const LabelLook& look, const QWidget& widget) {
    room.textShare = look.share;
    bool isTitled = false; // the first one with heads has their titles
    for (std::size_t s = 0; s < cells.size(); ++s) {
        MapAxes axes = measured.axes[s];
        axes.points = points;
        axes.upright = look.upright;
        axes.share = look.share;
        const QMarginsF space = labelSpace(axes, cells[s], &widget);
        StageRoom& stage = room.stages[s];
        const int line = stage.hasHeads && !isTitled ? room.titleLine() : room.captionLine();
        isTitled = isTitled || stage.hasHeads;
        stage.bare = {kCardEdge, line, kCardEdge + measured.ownScale, kBottom};
        stage.labels = {up(space.left()) + kLabelEdge, line + up(space.top()),
                        std::max(kCardEdge, up(space.right())) + measured.ownScale, kBottom};
    }
}

/// Slanted labels make cells so narrow that they stand upright, and those so wide that they are slanted: what is asked
/// for is enough for both.
void keepRoom(MapsRoom& room, const MapsRoom& before) {
    for (std::size_t s = 0; s < room.stages.size(); ++s) {
        QMargins& labels = room.stages[s].labels;
        const QMargins& other = before.stages[s].labels;
        labels = {std::max(labels.left(), other.left()), std::max(labels.top(), other.top()),
                  std::max(labels.right(), other.right()), std::max(labels.bottom(), other.bottom())};
    }
}

LaidOutMaps laidOutAs(const MeasuredMaps& measured, const LabelLook& look, const QWidget& widget) {
    constexpr int kMostRounds = 6, kFree = 2; // from then on margins only grow, and labels only shrink
    LaidOutMaps maps;
    maps.look = look;
    MapsRoom room;
    std::vector<QSizeF> cells(measured.room.stages.size(),
                              QSizeF(24, 24)); // a guess: margins and cells need each other
    for (int round = 0; round < kMostRounds; ++round) {
        double points = cells.empty() ? kUsualLabel : labelPoints(cells.front(), look.share);
        for (const QSizeF& cell : cells) points = std::min(points, labelPoints(cell, look.share));
        if (round >= kFree) points = std::min(points, maps.labelPoints);
        MapsRoom asked = measured.room;
        setMargins(asked, measured, cells, points, look, widget);
        if (round >= kFree) keepRoom(asked, room);
        if (round > 0 && asked == room && points == maps.labelPoints) break;
        room = std::move(asked);
        maps.labelPoints = points;
        maps.layout = HeatmapsLayout(room);
        for (std::size_t s = 0; s < cells.size(); ++s) cells[s] = maps.layout.cellSize(static_cast<int>(s));
    }
    return maps;
}

/// Whether the numbers would have room if no labels stood around the maps: one layout instead of a search in vain.
bool haveRoomWithoutLabels(const MeasuredMaps& measured, const LabelLook& smallest, const QWidget& widget) {
    MapsRoom room = measured.room;
    setMargins(room, measured, std::vector<QSizeF>(room.stages.size(), QSizeF(24, 24)), kUsualLabel, smallest, widget);
    for (StageRoom& stage : room.stages) stage.labels = stage.bare;
    return HeatmapsLayout(room).hasNumbers();
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
    LaidOutMaps usual = laidOutAs(measured, {}, widget);
    if (usual.layout.hasNumbers()) return usual;
    std::vector<LabelLook> looks{{true, 1}};
    if (textSize() > 1) looks = {{true, 1}, {false, 1 / textSize()}, {true, 1 / textSize()}};
    if (!haveRoomWithoutLabels(measured, looks.back(), widget)) return usual;
    for (const LabelLook& look : looks)
        if (LaidOutMaps maps = laidOutAs(measured, look, widget); maps.layout.hasNumbers()) return maps;
    return usual;
}

Legibility KnownLegibility::of(const MeasuredMaps& measured, const QWidget& widget) {
    constexpr std::size_t kKept = 4;
    const auto found = std::ranges::find(known_, measured, &std::pair<MeasuredMaps, Legibility>::first);
    if (found != known_.end()) return found->second;
    if (known_.size() == kKept) known_.erase(known_.begin());
    known_.emplace_back(measured, laidOut(measured, widget).layout.legibility());
    return known_.back().second;
}

} // namespace headlight
