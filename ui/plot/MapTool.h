#pragma once

#include "plot/mapGeometry.h"

#include <vector>

namespace headlight {

class HeatmapView;
struct MapContent;

/// What the left button does on a map, from its press to its release; places are px of the map. One tool may serve many
/// maps: one has the button at a time.
class MapTool {
public:
    virtual ~MapTool() = default;

    virtual bool serves(const MapContent&) const { return true; } ///< others pan
    /// Whether it takes the button. If not, the button pans, as without a tool.
    virtual bool press(HeatmapView& map, QPointF at) = 0;
    virtual void drag(HeatmapView& map, QPointF at) = 0;
    virtual void release(HeatmapView& map, QPointF at) = 0;
    virtual void cancel(HeatmapView& map) = 0;                         ///< Esc, or the map goes: as before the press
    virtual bool use(HeatmapView&, const Cell&) { return false; }      ///< by Space or a screen reader; if not: select
    virtual Qt::CursorShape cursor() const { return Qt::ArrowCursor; } ///< over its maps
};

/// Moves a zoomed map; a press without a drag selects the cell.
class PanTool : public MapTool {
public:
    bool press(HeatmapView& map, QPointF at) override;
    void drag(HeatmapView& map, QPointF at) override;
    void release(HeatmapView& map, QPointF at) override;
    void cancel(HeatmapView& map) override;

private:
    QPointF pressed_;
    MapWindow atPress_;
    bool dragged_ = false;
};

/// Cells that the way from one point to another crosses, both ends among them, each once; in cells, x of columns and y
/// of rows (MapArea::inCells). They may lie outside of the map.
std::vector<Cell> cellsBetween(QPointF from, QPointF to);

} // namespace headlight
