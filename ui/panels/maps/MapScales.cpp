#include "panels/maps/MapScales.h"

#include "plot/ColorScale.h"

#include <algorithm>

namespace headlight {

void MapScales::place(const MapsContent& content, const HeatmapsLayout& layout, QPoint sheet) {
    while (scales_.size() < content.stages.size()) {
        scales_.push_back(new ColorScale(&viewport_));
        scales_.back()->setObjectName("maps");
        scales_.back()->setAttribute(Qt::WA_StyledBackground); // wide maps scroll below it
    }
    const bool haveScales = !content.scalePerHead && !content.heads.empty() && !layout.isEmpty();
    for (std::size_t s = 0; s < scales_.size(); ++s) {
        ColorScale* scale = scales_[s];
        scale->setVisible(haveScales && s < content.stages.size());
        if (scale->isHidden()) continue;
        scale->setAccessibleName(tr("Colour scale, %1").arg(content.stages[s].title().toLower()));
        QRect place = layout.scaleRect(static_cast<int>(s));
        if (layout.scalesScroll()) place.translate(0, sheet.y());
        place.moveLeft(std::min(place.left(), viewport_.width() - place.width())); // visible, however wide the maps are
        scale->setGeometry(place);
        scale->setLook(content.shared[s], content.stages[s].name());
    }
}

} // namespace headlight
