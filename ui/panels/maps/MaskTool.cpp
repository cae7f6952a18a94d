#include "panels/maps/MaskTool.h"

#include "document/Workbench.h"
#include "panels/maps/HeatmapsPanel.h"
#include "panels/pipeline/Setting.h"
#include "panels/pipeline/givenMask.h"
#include "plot/HeatmapView.h"

#include <QGuiApplication>

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

constexpr double kMinCellSide = 8; // px: smaller cells are hard to hit

QString stepOfMask() { return translatedOperation("Custom mask"); }

bool isWithShift() { return QGuiApplication::keyboardModifiers().testFlag(Qt::ShiftModifier); }

/// Sets cells. This is no job, however large the mask is: each move of the pointer would start one, with a copy.
void paint(Workbench& workbench, const std::vector<Cell>& cells, bool mayAttend, bool inAllLayers, int gesture) {
    const auto with = [=](const Session& s, const View& v) { return withMaskCells(s, v.layer, cells, mayAttend); };
    choose(workbench, {stepOfMask(), with}, inAllLayers, gesture);
}

} // namespace

bool MaskTool::serves(const MapContent& map) const { return static_cast<bool>(map.given); }

bool MaskTool::press(HeatmapView& map, QPointF at) {
    const MapArea area = map.area();
    const auto cell = area.cellAt(at);
    if (!cell) return false;
    if (std::min(area.cellWidth(), area.cellHeight()) < kMinCellSide) {
        workbench_.messages().tell(
            HeatmapsPanel::tr("The cells are too small to click. Zoom in, or enlarge the head."));
        return false;
    }
    emit map.clicked(*cell); // arrow keys go on from this cell
    const Session& session = workbench_.state().session;
    const int gesture = workbench_.document().newGesture();
    stroke_ = Stroke{gesture, map.content().hides(*cell), isWithShift(), area.inCells(at), session, session};
    workbench_.set(&ViewState::isDragging, true);
    drag(map, at);
    return true;
}

/// Sets all cells between two positions of the pointer, however far it jumped.
void MaskTool::drag(HeatmapView& map, QPointF at) {
    if (!stroke_) return;
    if (workbench_.state().session != stroke_->reached) return end(); // it was undone, or the document is another one
    const MapArea area = map.area();
    const QPointF to = area.inCells(at);
    std::vector<Cell> crossed = cellsBetween(std::exchange(stroke_->at, to), to);
    const Region seen = regionOf(area.window, map.content().rows(), map.content().cols());
    std::erase_if(crossed, [&](const Cell& cell) {
        const bool isSeen = cell.query >= seen.row && cell.query < seen.row + seen.rows && cell.key >= seen.col &&
                            cell.key < seen.col + seen.cols;
        return !isSeen || map.content().hides(cell) != stroke_->mayAttend;
    });
    if (crossed.empty()) return;
    paint(workbench_, crossed, stroke_->mayAttend, stroke_->inAllLayers, stroke_->gesture);
    stroke_->reached = workbench_.state().session;
}

void MaskTool::release(HeatmapView&, QPointF) { end(); }

/// Restores every layer as it was at the press, so that the gesture leaves no step of history.
void MaskTool::cancel(HeatmapView&) {
    if (stroke_ && workbench_.state().session == stroke_->reached)
        workbench_.apply(
            stepOfMask(), [before = stroke_->before](const Session&, const Watch&) { return before; },
            stroke_->gesture);
    end();
}

void MaskTool::end() {
    stroke_.reset();
    workbench_.set(&ViewState::isDragging, false);
}

bool MaskTool::use(HeatmapView& map, const Cell& cell) {
    paint(workbench_, {cell}, map.content().hides(cell), isWithShift(), 0);
    return true;
}

} // namespace headlight
