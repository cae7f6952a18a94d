#include "plot/ColorScale.h"

#include "base/numberText.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

constexpr double kTextGap = 4;

QFont tickFont() { return textFont(8); }

} // namespace

std::vector<ScaleTick> scaleTicks(const Range& range) {
    std::vector<ScaleTick> ticks;
    const double low = range.low, high = range.high;
    const double magnitude = std::max(std::abs(low), std::abs(high));
    // Ranges end on two digits (colourRange): their quarters have at most two more behind the first.
    int decimals = std::clamp(1 - static_cast<int>(std::floor(std::log10(magnitude) + 1e-6)), 0, 6);
    const double quarter = (high - low) / 4;
    const double shifted = quarter * std::pow(10.0, decimals);
    if (std::abs(shifted - std::round(shifted)) > 1e-4 * std::abs(shifted)) decimals = std::min(decimals + 1, 6);
    const bool isPlain = magnitude < 1e5 && magnitude >= 1e-4;
    for (int i = 0; i <= 4; ++i) {
        const double value = low + quarter * i;
        const std::string text = isPlain ? fixedPoint(value, decimals) : QString::number(value, 'e', 1).toStdString();
        ticks.push_back({value, QString::fromStdString(text)});
    }
    return ticks;
}

double colorScaleWidth(const Range& range, const QPaintDevice* device) {
    const QFontMetricsF metrics(tickFont(), device);
    double widest = 0;
    for (const ScaleTick& tick : scaleTicks(range)) widest = std::max(widest, metrics.horizontalAdvance(tick.text));
    return std::ceil(kScaleBar + kTextGap + widest);
}

void paintColorScale(QPainter& painter, const QRectF& bar, const MapLook& look, double dpr) {
    if (bar.height() < 2 || !look.colormap) return;
    const auto snap = [dpr](double v) { return std::round(v * dpr) / dpr; };
    const QRectF box(QPointF(snap(bar.left()), snap(bar.top())), QPointF(snap(bar.right()), snap(bar.bottom())));
    const int steps = std::max(2, static_cast<int>(std::lround(box.height() * dpr)));
    QImage colours(1, steps, QImage::Format_RGB32);
    for (int i = 0; i < steps; ++i) {
        const double share = 1 - static_cast<double>(i) / (steps - 1);
        colours.setPixel(0, i, look.colormap->entry(static_cast<int>(std::lround(share * (Colormap::kEntries - 1)))));
    }
    painter.save();
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.drawImage(box, colours);
    painter.setFont(tickFont());
    const QFontMetricsF metrics = painter.fontMetrics();
    painter.setPen(look.theme->muted);
    for (const ScaleTick& tick : scaleTicks(look.range)) {
        const double span = static_cast<double>(look.range.high) - static_cast<double>(look.range.low);
        const double y = box.bottom() - (tick.value - static_cast<double>(look.range.low)) / span * box.height();
        painter.drawText(QPointF(box.right() + kTextGap, y + metrics.capHeight() / 2), tick.text);
    }
    painter.restore();
}

ColorScale::ColorScale(const QString& accessibleName, QWidget* parent) : QWidget(parent) {
    setAccessibleName(accessibleName);
}

void ColorScale::setLook(const MapLook& look) {
    if (look == look_) return;
    look_ = look;
    QStringList numbers;
    for (const ScaleTick& tick : scaleTicks(look.range)) numbers << tick.text;
    setAccessibleDescription(tr("from %1 to %2").arg(numbers.first(), numbers.last()));
    update();
}

void ColorScale::paintEvent(QPaintEvent*) {
    if (!look_.theme) return;
    QPainter painter(this);
    paintColorScale(painter, QRectF(0, scaleText(), kScaleBar, height() - 2 * scaleText()), look_, devicePixelRatioF());
}

} // namespace headlight
