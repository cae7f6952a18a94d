#include "panels/maps/mapsRoom.h"

#include "plot/ColorScale.h"
#include "plot/paintHead.h"

#include <QWidget>

namespace headlight {

MapsRoom roomFor(const MapsContent& content, const QWidget& widget) {
    MapsRoom room;
    room.area = widget.size();
    room.heads = static_cast<int>(content.heads.size());
    for (const MapStage& stage : content.stages) {
        const StageInfo& info = stage.info();
        const bool areTokens = info.cols == Side::Tokens || info.cols == Side::KeyTokens;
        room.stages.push_back({info.rows, info.cols, areTokens ? 0 : stage.cols(), columnLabelRoom(stage.axes, &widget),
                               stage.hasHeads()});
    }
    room.headLine = textPx(kHeadHeight);
    room.rowLabels = rowLabelRoom();
    room.scale = static_cast<int>(colorScaleWidth(&widget));
    room.ownScales = content.scalePerHead;
    return room;
}

} // namespace headlight
