#include "panels/maps/MapScales.h"

#include "plot/ColorScale.h"

#include <algorithm>

namespace headlight {

MapScales::MapScales(QWidget& viewport) : viewport_(viewport), gutter_(new QWidget(&viewport)) {
    gutter_->setObjectName("maps");
    gutter_->setAttribute(Qt::WA_StyledBackground);
}

void MapScales::place(const MapsContent& content, const HeatmapsLayout& layout, QPoint sheet, double textSize) {
    while (scales_.size() < content.stages.size()) scales_.push_back(new ColorScale(&viewport_));
    const bool haveScales = !content.options.scalePerHead && !content.heads.empty() && !layout.isEmpty();
    const int width = haveScales ? layout.scaleRect(0).width() : 0;
    gutter_->setGeometry(viewport_.width() - width, 0, width, viewport_.height());
    gutter_->setVisible(haveScales && layout.contentSize().width() > viewport_.width());
    for (std::size_t s = 0; s < scales_.size(); ++s) {
        ColorScale* scale = scales_[s];
        scale->setVisible(haveScales && s < content.stages.size() && layout.hasScale(static_cast<int>(s)));
        if (scale->isHidden()) continue;
        scale->setAccessibleName(tr("Colour scale, %1").arg(content.stages[s].name()));
        QRect place = layout.scaleRect(static_cast<int>(s));
        if (layout.scalesScroll()) place.translate(0, sheet.y());
        place.moveLeft(std::min(place.left(), viewport_.width() - place.width())); // visible, however wide the maps are
        scale->setGeometry(place);
        scale->setLook(content.shared[s], content.stages[s].name(), textSize);
    }
}

} // namespace headlight
