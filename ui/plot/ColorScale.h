#pragma once

#include "plot/paintMap.h"
#include "style/textSize.h"

#include <QWidget>

namespace headlight {

struct ScaleTick {
    double value;
    QString text;
    double share = 0; ///< place on the bar: 0 (lower end) to 1
};
/// Returns five values a quarter of the range apart, with as few decimals as tell them apart; along a bent curve, round
/// shares of the range whose labels do not touch.
std::vector<ScaleTick> scaleTicks(const Range& range, const ValueCurve& curve = straight());

/// Returns the px of a bar, its numbers, and the gap before it. It ignores the numbers, so that no edit moves a map.
double colorScaleWidth(const QPaintDevice* device);
inline constexpr double kScaleBar = 12;         ///< px, width of the bar
inline double scaleText() { return textPx(8); } ///< px that the outermost numbers need above and below

/// Paints a vertical bar of the colours from range.low (bottom) to range.high (top), with numbers at its right. If
/// there are masked, new or non-finite cells, its foot explains them. `bar`: the space for the bar and its foot.
void paintColorScale(QPainter& painter, const QRectF& bar, const MapLook& look, double dpr);

/// The scale that the maps of one stage share. The bar has the whole height except scaleText() at each end.
class ColorScale : public QWidget {
    Q_OBJECT

public:
    explicit ColorScale(const QString& accessibleName, QWidget* parent = nullptr);
    void setLook(const MapLook& look); ///< repaints only if it differs
    const MapLook& look() const { return look_; }

protected:
    void paintEvent(QPaintEvent*) override;

private:
    MapLook look_;
};

} // namespace headlight
