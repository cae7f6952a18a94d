#pragma once

#include "engine/Demand.h"
#include "plot/MapTool.h"
#include "pull/pull.h"

#include <optional>

namespace headlight {

class Workbench;

/// Drags the value of a cell of scores or weights up and down: the parameters take the smallest change found that gives
/// the value, as one step of history. Each value is found from the state before the drag, whatever was between.
class PullTool : public MapTool {
public:
    explicit PullTool(Workbench& workbench) : workbench_(workbench) {}

    bool serves(const MapContent& map) const override;
    bool press(HeatmapView& map, QPointF at) override;
    void drag(HeatmapView& map, QPointF at) override;
    void release(HeatmapView& map, QPointF at) override;
    void cancel(HeatmapView& map) override;
    bool use(HeatmapView& map, const Cell& cell) override; ///< asks for the value
    Qt::CursorShape cursor() const override { return Qt::SizeVerCursor; }

private:
    struct Grip {
        CellRef cell;
        QPointF at;
        double value = 0, perPixel = 0;
        Session before, reached; ///< the session at the press; the session after the last edit of this drag
        int gesture = 0;
        std::optional<PulledHead> head{}; ///< nullopt before the drag begins
        Pull pulled{};
        double wanted = 0;
    };
    void end();

    Workbench& workbench_;
    std::optional<Grip> grip_;
};

} // namespace headlight
