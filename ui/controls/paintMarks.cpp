#include "controls/paintMarks.h"

#include <QPainter>
#include <QPolygonF>

namespace headlight {

void paintSharedMark(QPainter& painter, int left, int right, int y, const QColor& colour) {
    QPen dots(colour, 1.5, Qt::CustomDashLine, Qt::RoundCap);
    dots.setDashPattern({0.01, 1.99}); // in widths of the pen: one dot each 3 px
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(dots);
    painter.drawLine(QLineF(left + 0.75, y + 0.75, right + 0.25, y + 0.75));
    painter.restore();
}

void paintBracket(QPainter& painter, double from, double to, double bottom, const QColor& colour) {
    const double y = bottom - kBracketTick - 0.5, left = from + kBracketInset + 0.5, right = to - kBracketInset - 0.5;
    painter.setPen(QPen(colour, 1));
    painter.drawPolyline(QPolygonF(
        {QPointF(left, y + kBracketTick), QPointF(left, y), QPointF(right, y), QPointF(right, y + kBracketTick)}));
}

} // namespace headlight
