#pragma once

#include "plot/mapGeometry.h"

#include <vector>

namespace headlight {

class HeatmapView;
struct MapContent;

/// Handles the left button on a map, from its press to its release; positions are px of the map. One tool may serve
/// many maps, one press at a time.
class MapTool {
public:
    virtual ~MapTool() = default;

    virtual bool serves(const MapContent&) const { return true; } ///< false: the map pans
    /// Returns true if the tool takes the button. If not, the button pans, as without a tool.
    virtual bool press(HeatmapView& map, QPointF at) = 0;
    virtual void drag(HeatmapView& map, QPointF at) = 0;
    virtual void release(HeatmapView& map, QPointF at) = 0;
    virtual void cancel(HeatmapView& map) = 0;                         ///< Esc, or the map is hidden: undo the press
    virtual bool use(HeatmapView&, const Cell&) { return false; }      ///< by Space or a screen reader; false: select
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

/// Returns the cells that the line between two points crosses, with both ends, each once. Points are in cells, x for
/// columns and y for rows (MapArea::inCells). Cells may lie outside the map.
std::vector<Cell> cellsBetween(QPointF from, QPointF to);

} // namespace headlight
