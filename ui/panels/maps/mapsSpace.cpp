#include "panels/maps/mapsSpace.h"

#include "plot/ColorScale.h"
#include "plot/paintHead.h"
#include "style/textSize.h"

#include <QWidget>

#include <algorithm>

namespace headlight {

MapsSpace spaceFor(const MapsContent& content, const QWidget& widget) {
    const auto grown = [&](int px) { return content.isPresenting ? px * 7 / 5 : px; }; // see MapContent::areLabelsLarge
    MapsSpace space;
    space.area = widget.size();
    space.heads = static_cast<int>(content.heads.size());
    space.scale = static_cast<int>(colorScaleWidth(&widget));
    const MapStage* before = nullptr;
    for (const MapStage& stage : content.stages) {
        const StageInfo& info = stage.info();
        if (!content.scalePerHead)
            space.scale = std::max(space.scale, static_cast<int>(scaleNameWidth(stage.name(), &widget)));
        const bool areTokens = info.cols == Side::Tokens || info.cols == Side::KeyTokens;
        const int labels = columnLabelSpace(stage.axes, &widget);
        space.stages.push_back({stage.rowSide(),
                                info.cols,
                                areTokens ? 0 : stage.cols(),
                                areTokens ? labels : grown(labels),
                                stage.hasHeads(),
                                {},
                                stage.compared == Compared::Other,
                                false,
                                before && stage.sharesScale(*before)});
        before = &stage;
    }
    space.headLine = textPx(kHeadHeight);
    space.rowLabels = grown(rowLabelSpace());
    space.ownScales = content.scalePerHead;
    space.numbers = cellWidths(&widget);
    space.digits = std::max(1.0, textSize());
    int tokens = MapsSpace::kTokens; // the most along a side
    for (const MapStage& stage : content.stages)
        tokens = std::max({tokens, stage.rows(), stage.info().isMap() ? stage.cols() : 0});
    if (content.areNumbersAlways && tokens <= MapsSpace::kMaxTokens) {
        space.areNumbersAlways = true;
        space.tokens = tokens;
        space.minCell = {space.numbers[2], textPx(HeatmapsLayout::kRow)};
    }
    return space;
}

std::vector<MapArea> areasOf(const MapsContent& content, const HeatmapsLayout& layout, double dpr) {
    std::vector<MapArea> areas;
    for (int s = 0; s < layout.stages(); ++s) {
        const MapStage& stage = content.stages[static_cast<std::size_t>(s)];
        const MapWindow window = windowOf(stage, content.zoom).value_or(wholeMap(stage.rows(), stage.cols()));
        areas.push_back(fitted({QPointF(0, 0), QSizeF(layout.mapRect(0, s).size())}, window, dpr));
    }
    return areas;
}

} // namespace headlight
