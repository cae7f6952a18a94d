#pragma once

#include "plot/paintMap.h"
#include "style/textSize.h"

#include <QWidget>

namespace headlight {

struct ScaleTick {
    double value;
    QString text;
    double share = 0; ///< of the bar, from its lower end
};
/// Five values a quarter of the range apart, as short as they can be told apart; along a curve fewer, wide apart.
std::vector<ScaleTick> scaleTicks(const Range& range, const ValueCurve& curve = straight());

/// px of a bar, its numbers, and the gap before it; the same whatever the numbers are, so that no edit moves a map.
double colorScaleWidth(const QPaintDevice* device);
inline constexpr double kScaleBar = 12;         ///< px, width of the bar
inline double scaleText() { return textPx(8); } ///< px, what the outermost numbers need above and below

/// A vertical bar of the colours from range.low (bottom) to range.high (top) filling `bar`, numbers at its right; its
/// foot explains masked cells and those that are not finite, if there are any.
void paintColorScale(QPainter& painter, const QRectF& bar, const MapLook& look, double dpr);

/// The scale that the maps of one stage share. The bar takes the whole height but scaleText() at both ends.
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
