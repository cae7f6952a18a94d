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
    explicit MapScales(QWidget& viewport) : viewport_(viewport) {} ///< where they stand, so that the wheel scrolls

    /// `sheet`: where the maps' sheet begins in the viewport.
    void place(const MapsContent& content, const HeatmapsLayout& layout, QPoint sheet);

private:
    /// Empty: none of its maps is.
    QRect inSight(const HeatmapsLayout& layout, int stage, bool hasHeads, QPoint sheet) const;

    QWidget& viewport_;
    std::vector<ColorScale*> scales_; ///< as many as there ever were stages
};

} // namespace headlight
