#pragma once

#include "panels/maps/MapsContent.h"
#include "plot/HeatmapsLayout.h"

#include <QCoreApplication>

#include <vector>

class QWidget;

namespace headlight {

class ColorScale;

/// The colour scales that heads share, in the gutter right of all maps. They scroll only if they are too many.
class MapScales {
    Q_DECLARE_TR_FUNCTIONS(headlight::MapScales)

public:
    explicit MapScales(QWidget& viewport); ///< their parent, so that the wheel scrolls

    /// `sheet`: the corner of the maps' sheet in the viewport.
    void place(const MapsContent& content, const HeatmapsLayout& layout, QPoint sheet, double textSize);

private:
    QWidget& viewport_;
    QWidget* gutter_;                 ///< behind the scales: wide maps scroll below it
    std::vector<ColorScale*> scales_; ///< one for each stage; never fewer than before
};

} // namespace headlight
