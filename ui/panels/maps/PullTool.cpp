#include "panels/maps/PullTool.h"

#include "document/Workbench.h"
#include "panels/maps/pullCell.h"
#include "plot/HeatmapView.h"

#include <QApplication>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

constexpr double kWholeRange = 100; // px of a drag through the whole range of values
constexpr double kMinWeight = 0.001;
constexpr int kTipDrop = 16; // px by which Qt places a tool tip lower, less a gap

/// Returns the cell of a map, if it can be pulled.
std::optional<CellRef> pulledCell(const MapContent& map, const Cell& cell, const Session& session) {
    if (!map.tile || !map.tile->exact || map.tile->demand.isDifference || map.tile->demand.state != 0) return {};
    const MapDemand& demand = map.tile->demand;
    const CellRef ref{demand.stage, demand.layer, demand.head, cell.query, cell.key};
    return canPull(ref, session) ? std::optional(ref) : std::nullopt;
}

} // namespace

bool PullTool::serves(const MapContent& map) const {
    return pulledCell(map, {}, workbench_.state().session).has_value();
}

bool PullTool::press(HeatmapView& map, QPointF at) {
    const auto cell = map.area().cellAt(at);
    const Session& session = workbench_.state().session;
    const auto ref = cell ? pulledCell(map.content(), *cell, session) : std::nullopt;
    const auto value = ref ? map.valueAt(cell->query, cell->key) : std::nullopt;
    if (!value || !std::isfinite(*value)) return false;
    emit map.clicked(*cell); // arrow keys go on from this cell
    const Range& range = map.content().tile->range;
    const double whole = ref->stage == Stage::Weights ? 1 : std::max(1.0, double{range.high} - double{range.low});
    const int gesture = workbench_.document().newGesture();
    grip_ = Grip{*ref, at, static_cast<double>(*value), whole / kWholeRange, session, session, gesture};
    return true;
}

void PullTool::drag(HeatmapView& map, QPointF at) {
    if (!grip_) return;
    Grip& grip = *grip_;
    if (workbench_.state().session != grip.reached) return end(); // it was undone, or the document is another one
    const double way = grip.at.y() - at.y();
    if (!grip.head) {
        if (std::abs(way) < QApplication::startDragDistance()) return;
        const Result<PulledHead> head = headToPull(workbench_, grip.cell);
        if (!head || !grip_) return end();
        grip.head = *head;
        workbench_.messages().report({}); // removes the message of the last pull
        workbench_.set(&ViewState::isDragging, true);
    }
    grip.wanted = grip.value + way * grip.perPixel;
    if (grip.cell.stage == Stage::Weights) grip.wanted = std::clamp(grip.wanted, kMinWeight, 1 - kMinWeight);
    grip.pulled = pull(*grip.head, grip.cell.stage, grip.cell.row, grip.cell.col, grip.wanted,
                       workbench_.state().maps.pull);
    if (applyPull(workbench_, grip.cell, grip.pulled, grip.before, grip.gesture))
        grip.reached = workbench_.state().session;
    // The tip is below the cell, where it covers neither the cell nor its row.
    const QRectF box = map.area().cells(grip.cell.row, grip.cell.col, 1, 1);
    QToolTip::showText(map.mapToGlobal(box.bottomLeft().toPoint() - QPoint(0, kTipDrop)),
                       pullText(grip.pulled, grip.wanted) + u'\n' + movedText(grip.pulled, grip.cell, grip.before),
                       &map);
}

void PullTool::release(HeatmapView&, QPointF) {
    const auto grip = grip_;
    end();
    if (grip && grip->head) tellOfPull(workbench_, grip->cell, grip->pulled, grip->wanted, grip->before);
}

/// Restores the state before the press, so that the gesture leaves no step of history.
void PullTool::cancel(HeatmapView&) {
    if (grip_ && workbench_.state().session == grip_->reached && grip_->reached != grip_->before)
        workbench_.apply(
            pullLabel(grip_->cell, grip_->before),
            [before = grip_->before](const Session&, const Watch&) { return before; }, grip_->gesture);
    end();
}

void PullTool::end() {
    if (!grip_) return;
    QToolTip::hideText();
    grip_.reset();
    workbench_.set(&ViewState::isDragging, false);
}

bool PullTool::use(HeatmapView& map, const Cell& cell) {
    const auto ref = pulledCell(map.content(), cell, workbench_.state().session);
    if (ref) askForPull(workbench_, *ref, map.valueAt(cell.query, cell.key), &map);
    return ref.has_value();
}

} // namespace headlight
