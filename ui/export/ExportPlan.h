#pragma once

#include "export/render.h"
#include "plot/MapStage.h"

#include <QFont>
#include <QRectF>

#include <vector>

namespace headlight {

/// One map of the picture. Rectangles in logical pixels (96 to an inch, before the picture is enlarged).
struct PlannedMap {
    int stage = 0; ///< index into ExportPlan::stages
    int head = 0;  ///< from 0; meaningless for a stage of the whole layer
    QRectF bounds; ///< with the space for labels
    QRectF map;
    QRectF scale;           ///< the bar of its own colour scale; null: none
    bool labelsRows = true; ///< else the map left of it has them
    bool labelsCols = true; ///< else the map above has them
};

struct PlannedStage : MapStage {
    MapWindow window; ///< the part of its maps that is drawn
    QRectF scale;     ///< its shared colour scale with its name and numbers; null: each map has its own
};

/// The layout of an exported picture.
struct ExportPlan {
    QSizeF size;
    QRectF title;      ///< null: it has none
    QString titleText; ///< may be too long for its place
    QRectF caption;    ///< the place of the words of a step; null: there are none
    std::vector<PlannedStage> stages;
    std::vector<PlannedMap> maps;

    QSize pixels;        ///< the sheet that it is drawn on
    double scale = 1;    ///< pixels to a logical pixel
    double textSize = 1; ///< the PictureTextSize that it is painted with, too
    double textPt = 0;   ///< text size of tokens on paper

    const PlannedStage& stageOf(const PlannedMap& map) const { return stages[static_cast<std::size_t>(map.stage)]; }
};

QFont titleFont(); ///< the font of ExportPlan::titleText

/// Lays out a picture on its sheet. Problems: no tokens, no such layer, head or stage, a size out of bounds.
Result<ExportPlan> planExport(const Session& session, const ExportSpec& spec);
/// Lays it out with this thread's text size, without a sheet.
Result<ExportPlan> planMaps(const Session& session, const ExportSpec& spec);

} // namespace headlight
