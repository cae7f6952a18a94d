#include "plot/HeatmapPlottable.h"

namespace headlight {

HeatmapPlottable::HeatmapPlottable(QCPAxis* keyAxis, QCPAxis* valueAxis) : QCPAbstractPlottable(keyAxis, valueAxis) {
    setSelectable(QCP::stNone);
    setAntialiasedFill(false);
}

double HeatmapPlottable::selectTest(const QPointF&, bool, QVariant*) const { return -1; }

QCPRange HeatmapPlottable::getKeyRange(bool& foundRange, QCP::SignDomain) const {
    foundRange = tile_ && tile_->stageCols > 0;
    return foundRange ? QCPRange(-0.5, tile_->stageCols - 0.5) : QCPRange();
}

QCPRange HeatmapPlottable::getValueRange(bool& foundRange, QCP::SignDomain, const QCPRange&) const {
    foundRange = tile_ && tile_->stageRows > 0;
    return foundRange ? QCPRange(-0.5, tile_->stageRows - 0.5) : QCPRange();
}

void HeatmapPlottable::draw(QCPPainter* painter) {
    if (!tile_ || !look_.colormap || !look_.theme || !mKeyAxis || !mValueAxis) return;
    const QCPRange cols = mKeyAxis->range(), rows = mValueAxis->range();
    const MapArea area{QRectF(mKeyAxis->axisRect()->rect()),
                       {rows.lower + 0.5, cols.lower + 0.5, rows.size(), cols.size()},
                       painter->device()->devicePixelRatioF()};
    const bool toVectors = painter->modes().testFlag(QCPPainter::pmVectorized);
    const PaintTarget target = toVectors ? PaintTarget::Vectors : PaintTarget::Pixels;
    paintCells(*painter, area, *tile_, look_, target);
    paintNumbers(*painter, area, *tile_, look_, target);
}

void HeatmapPlottable::drawLegendIcon(QCPPainter* painter, const QRectF& rect) const {
    if (look_.colormap) painter->fillRect(rect, QColor(look_.colormap->entry(Colormap::kEntries - 1)));
}

} // namespace headlight
