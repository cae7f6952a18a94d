#include "panels/maps/mapsSpace.h"

#include "plot/ColorScale.h"
#include "plot/paintHead.h"

#include <QWidget>

namespace headlight {

MapsSpace spaceFor(const MapsContent& content, const QWidget& widget) {
    MapsSpace space;
    space.area = widget.size();
    space.heads = static_cast<int>(content.heads.size());
    for (const MapStage& stage : content.stages) {
        const StageInfo& info = stage.info();
        const bool areTokens = info.cols == Side::Tokens || info.cols == Side::KeyTokens;
        space.stages.push_back({info.rows,
                                info.cols,
                                areTokens ? 0 : stage.cols(),
                                columnLabelSpace(stage.axes, &widget),
                                stage.hasHeads(),
                                {},
                                stage.compared == Compared::Other});
    }
    space.headLine = textPx(kHeadHeight);
    space.rowLabels = rowLabelSpace();
    space.scale = static_cast<int>(colorScaleWidth(&widget));
    space.ownScales = content.scalePerHead;
    return space;
}

std::vector<MapArea> areasOf(const MapsContent& content, const HeatmapsLayout& layout, double dpr) {
    const auto lineOf = [&](std::size_t s) { return layout.cardRect(0, static_cast<int>(s)).top(); };
    const auto fit = [&](std::size_t s, double rowHeight) {
        const MapStage& stage = content.stages[s];
        const MapWindow window = windowOf(stage, content.zoom).value_or(wholeMap(stage.rows(), stage.cols()));
        return fitted({QPointF(0, 0), QSizeF(layout.mapSize(0, static_cast<int>(s)))}, window, dpr, rowHeight);
    };
    std::vector<MapArea> areas;
    for (std::size_t s = 0; s < content.stages.size(); ++s) {
        std::vector<MapArea> beside;
        for (std::size_t other = 0; other < content.stages.size(); ++other)
            if (lineOf(other) == lineOf(s) && content.stages[other].rows() == content.stages[s].rows())
                beside.push_back(fit(other, 0));
        areas.push_back(fit(s, sharedRowHeight(beside)));
    }
    return areas;
}

} // namespace headlight
