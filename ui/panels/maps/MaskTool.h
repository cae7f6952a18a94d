#pragma once

#include "plot/MapTool.h"
#include "session/Session.h"

#include <optional>

namespace headlight {

class Workbench;

/// Edits the custom mask: a press flips a cell, and a drag gives all cells that it crosses the same value, as one step
/// of history; with Shift in all layers.
class MaskTool : public MapTool {
public:
    explicit MaskTool(Workbench& workbench) : workbench_(workbench) {}

    bool serves(const MapContent& map) const override;
    bool press(HeatmapView& map, QPointF at) override; ///< says so if cells are too small to be hit
    void drag(HeatmapView& map, QPointF at) override;
    void release(HeatmapView& map, QPointF at) override;
    void cancel(HeatmapView& map) override;
    bool use(HeatmapView& map, const Cell& cell) override;
    Qt::CursorShape cursor() const override { return Qt::PointingHandCursor; }

private:
    struct Stroke {
        int gesture = 0;
        bool mayAttend = false, inAllLayers = false;
        QPointF at;              ///< in cells
        Session before, reached; ///< the session at the press; the session after the last edit of this stroke
    };
    void end();

    Workbench& workbench_;
    std::optional<Stroke> stroke_;
};

} // namespace headlight
