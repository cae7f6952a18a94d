#include "plot/MapTool.h"

#include "plot/HeatmapView.h"

#include <QApplication>

#include <algorithm>
#include <cmath>

namespace headlight {

bool PanTool::press(HeatmapView& map, QPointF at) {
    pressed_ = at;
    atPress_ = map.area().window;
    dragged_ = false;
    return true;
}

void PanTool::drag(HeatmapView& map, QPointF at) {
    const QPointF way = at - pressed_;
    dragged_ = dragged_ || way.manhattanLength() >= QApplication::startDragDistance();
    const MapArea place = map.area();
    if (!dragged_ || !map.zoom() || place.rect.isEmpty()) return;
    MapWindow window = atPress_;
    window.col -= way.x() / place.cellWidth();
    window.row -= way.y() / place.cellHeight();
    map.userZoom(window);
}

void PanTool::release(HeatmapView& map, QPointF at) {
    const auto cell = map.area().cellAt(at);
    if (dragged_ || !cell) return;
    emit map.clicked(*cell);
    emit map.cellPressed();
}

void PanTool::cancel(HeatmapView& map) {
    if (dragged_ && map.zoom()) map.userZoom(atPress_);
}

std::vector<Cell> cellsBetween(QPointF from, QPointF to) {
    const auto cellAt = [](QPointF place) {
        return Cell{static_cast<int>(std::floor(place.y())), static_cast<int>(std::floor(place.x()))};
    };
    std::vector<double> turns{0, 1}; // where along the way a line between cells is crossed
    const auto addCrossings = [&turns](double a, double b) {
        for (double line = std::floor(std::min(a, b)) + 1; line < std::max(a, b); ++line)
            turns.push_back((line - a) / (b - a));
    };
    addCrossings(from.x(), to.x());
    addCrossings(from.y(), to.y());
    std::ranges::sort(turns);
    std::vector<Cell> cells{cellAt(from)};
    const auto add = [&cells](const Cell& cell) {
        if (cells.back() != cell) cells.push_back(cell);
    };
    for (std::size_t i = 1; i < turns.size(); ++i) add(cellAt(from + (to - from) * (turns[i - 1] + turns[i]) / 2));
    add(cellAt(to));
    return cells;
}

} // namespace headlight
