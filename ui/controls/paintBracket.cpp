#include "controls/paintBracket.h"

#include <QPainter>
#include <QPolygonF>

namespace headlight {

void paintBracket(QPainter& painter, double from, double to, double bottom, const QColor& colour) {
    const double y = bottom - kBracketTick - 0.5, left = from + kBracketInset + 0.5, right = to - kBracketInset - 0.5;
    painter.setPen(QPen(colour, 1));
    painter.drawPolyline(QPolygonF(
        {QPointF(left, y + kBracketTick), QPointF(left, y), QPointF(right, y), QPointF(right, y + kBracketTick)}));
}

} // namespace headlight
