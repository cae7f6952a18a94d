#pragma once

#include "plot/paintMap.h"

#include <qcustomplot.h>

namespace headlight {

/// Draws a tile into the coordinates of its axes: cell (i, j) is the unit square around key j, value i.
class HeatmapPlottable : public QCPAbstractPlottable {
    Q_OBJECT

public:
    HeatmapPlottable(QCPAxis* keyAxis, QCPAxis* valueAxis);

    void setTile(std::shared_ptr<const Tile> tile) { tile_ = std::move(tile); }
    void setLook(const MapLook& look) { look_ = look; }

    double selectTest(const QPointF& pos, bool onlySelectable, QVariant* details = nullptr) const override;
    QCPRange getKeyRange(bool& foundRange, QCP::SignDomain inSignDomain = QCP::sdBoth) const override;
    QCPRange getValueRange(bool& foundRange, QCP::SignDomain inSignDomain = QCP::sdBoth,
                           const QCPRange& inKeyRange = QCPRange()) const override;

protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter* painter, const QRectF& rect) const override;

private:
    std::shared_ptr<const Tile> tile_;
    MapLook look_;
};

} // namespace headlight
