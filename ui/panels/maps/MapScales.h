#pragma once

#include "panels/maps/MapsContent.h"
#include "plot/HeatmapsLayout.h"

#include <QCoreApplication>

#include <vector>

class QWidget;

namespace headlight {

class ColorScale;

/// The colour scales that heads share, beside their maps.
class MapScales {
    Q_DECLARE_TR_FUNCTIONS(headlight::MapScales)

public:
    explicit MapScales(QWidget& viewport) : viewport_(viewport) {} ///< their parent, so that the wheel scrolls

    /// `sheet`: the corner of the maps' sheet in the viewport.
    void place(const MapsContent& content, const HeatmapsLayout& layout, QPoint sheet);

private:
    /// Returns the place of a stage's scale; empty if none of its maps is visible.
    QRect inSight(const HeatmapsLayout& layout, int stage, bool hasHeads, QPoint sheet) const;

    QWidget& viewport_;
    std::vector<ColorScale*> scales_; ///< one for each stage; never fewer than before
};

} // namespace headlight
