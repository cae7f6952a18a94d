#include "plot/paintLabelBands.h"

#include "controls/paintBracket.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

constexpr double kBandGap = 2; // between a bracket and its name

} // namespace

double labelBandsHeight(const Bands& bands, double points, const QPaintDevice* device) {
    if (!bands.areOf(Qt::Horizontal)) return 0;
    return QFontMetricsF(textFont(points), device).height() + kBracketTick + kBandGap;
}

void paintLabelBands(QPainter& painter, const MapArea& area, const Bands& bands, double bottom, double points,
                     const Theme& theme) {
    if (!bands.areOf(Qt::Horizontal)) return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (int band = 0; band < bands.names.size(); ++band) {
        const double from = std::max(area.rect.left(), area.x(double(band) * bands.length)),
                     to = std::min(area.rect.right(), area.x(double(band + 1) * bands.length));
        if (to <= from) continue;
        const bool isMarked = band == bands.marked;
        const QColor colour = isMarked ? theme.accent : theme.muted;
        QFont font = textFont(points);
        if (isMarked) font.setWeight(QFont::DemiBold);
        painter.setFont(font);
        paintBracket(painter, from, to, bottom, colour);
        const QFontMetricsF metrics = painter.fontMetrics();
        for (const QString& name : {bands.names[band], bands.briefs.value(band)}) {
            const double width = metrics.horizontalAdvance(name);
            if (width > to - from) continue;
            painter.drawText(
                QPointF((from + to - width) / 2, bottom - kBracketTick - kBandGap - std::ceil(metrics.descent())),
                name);
            break;
        }
    }
    painter.restore();
}

} // namespace headlight
