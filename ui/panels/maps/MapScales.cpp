#include "panels/maps/MapScales.h"

#include "plot/ColorScale.h"

#include <algorithm>

namespace headlight {

/// The scale is beside the row of heads of which most is visible.
QRect MapScales::inSight(const HeatmapsLayout& layout, int stage, bool hasHeads, QPoint sheet) const {
    const QRect sight = viewport_.rect();
    QRect best;
    int maxSeen = 0;
    for (int band = 0; band < (hasHeads ? layout.bands() : 1); ++band) {
        QRect bar = layout.scaleRect(stage, band).translated(sheet);
        bar.moveLeft(std::min(bar.left(), sight.width() - bar.width())); // visible, however wide the maps are
        const int seen = bar.intersected(sight).height();
        if (seen > maxSeen) best = bar;
        maxSeen = std::max(maxSeen, seen);
    }
    return best;
}

void MapScales::place(const MapsContent& content, const HeatmapsLayout& layout, QPoint sheet) {
    while (scales_.size() < content.stages.size()) scales_.push_back(new ColorScale(QString(), &viewport_));
    const bool haveScales = !content.scalePerHead && !content.heads.empty() && !layout.isEmpty();
    for (std::size_t s = 0; s < scales_.size(); ++s) {
        ColorScale* scale = scales_[s];
        const bool hasScale = haveScales && s < content.stages.size();
        const QRect bar = hasScale ? inSight(layout, static_cast<int>(s), content.stages[s].hasHeads(), sheet)
                                   : QRect();
        if (hasScale) scale->setAccessibleName(tr("Colour scale, %1").arg(content.stages[s].title().toLower()));
        scale->setVisible(!bar.isEmpty());
        if (bar.isEmpty()) continue;
        const int end = static_cast<int>(scaleText());
        scale->setGeometry(bar.adjusted(0, -end, 0, end));
        scale->setLook(content.shared[s]);
    }
}

} // namespace headlight
