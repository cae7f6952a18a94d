#include "plot/paintLabelBands.h"

#include "controls/paintMarks.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headlight {

constexpr double kBandGap = 2; // px, between a bracket and its name
constexpr double kPoints = 8.5;

double labelBandsHeight(const Bands& bands, const QPaintDevice* device) {
    if (!bands.areOf(Qt::Horizontal)) return 0;
    return QFontMetricsF(textFont(kPoints), device).height() + kBracketTick + kBandGap;
}

void paintLabelBands(QPainter& painter, const MapArea& area, const Bands& bands, double bottom, const Theme& theme) {
    if (!bands.areOf(Qt::Horizontal)) return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    constexpr double kBetweenNames = 6;
    QFont strong = textFont(kPoints);
    strong.setWeight(QFont::DemiBold);
    const QFontMetricsF widest(strong, painter.device());
    const double band0 = std::min(area.rect.width(), area.x(bands.length) - area.x(0)) - kBetweenNames;
    const bool areBrief = std::ranges::any_of(
        bands.names, [&](const QString& name) { return widest.horizontalAdvance(name) > band0; });
    for (int band = 0; band < bands.names.size(); ++band) {
        const double from = std::max(area.rect.left(), area.x(double(band) * bands.length)),
                     to = std::min(area.rect.right(), area.x(double(band + 1) * bands.length));
        if (to <= from) continue;
        const bool isMarked = band == bands.marked;
        const QColor colour = isMarked ? theme.text : theme.muted;
        QFont font = textFont(kPoints);
        if (isMarked) font.setWeight(QFont::DemiBold);
        painter.setFont(font);
        paintBracket(painter, from, to, bottom, colour);
        const QFontMetricsF metrics = painter.fontMetrics();
        const QString name = areBrief ? bands.briefs.value(band) : bands.names[band];
        const double width = metrics.horizontalAdvance(name);
        if (width > to - from) continue;
        painter.drawText(
            QPointF((from + to - width) / 2, bottom - kBracketTick - kBandGap - std::ceil(metrics.descent())), name);
    }
    painter.restore();
}

} // namespace headlight
