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
/// Returns the px of a scale's name, one word a line, and the gap before it.
double scaleNameWidth(const QString& name, const QPaintDevice* device);
inline constexpr double kScaleBar = 12;         ///< px, width of the bar
inline double scaleText() { return textPx(8); } ///< px that the outermost numbers need above and below

/// Paints a vertical bar of the colours from range.low (bottom) to range.high (top), with as many numbers at its right
/// as do not touch. If there are masked, new or non-finite cells, its foot explains them. `bar`: the space for the bar
/// and its foot.
void paintColorScale(QPainter& painter, const QRectF& bar, const MapLook& look, double dpr);
/// Paints a bar below the name of its stage, if it has one. `place`: the space for both and for the outermost numbers.
void paintNamedScale(QPainter& painter, const QRectF& place, const QString& name, const MapLook& look, double dpr);

/// Paints a bar with its name at its right, turned to be read upwards; paints nothing and returns false if the name is
/// longer than the bar. `place`: the bar with its foot, and the space for its numbers and its name.
bool paintTurnedScale(QPainter& painter, const QRectF& place, const QString& name, const MapLook& look, double dpr);

/// The scale that the maps of one stage share.
class ColorScale : public QWidget {
    Q_OBJECT

public:
    explicit ColorScale(QWidget* parent = nullptr) : QWidget(parent) {}
    /// Repaints only if it differs. `textSize`: as in MapContent.
    void setLook(const MapLook& look, const QString& name, double textSize = 0);
    const MapLook& look() const { return look_; }

protected:
    void paintEvent(QPaintEvent*) override;

private:
    MapLook look_;
    QString name_;
    double textSize_ = 0;
};

} // namespace headlight
