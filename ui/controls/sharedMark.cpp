#include "controls/sharedMark.h"

#include <QPainter>

namespace headlight {

void paintSharedMark(QPainter& painter, int left, int right, int y, const QColor& colour) {
    constexpr double kDot = 1.5, kPitch = 3;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    for (double x = left; x + kDot <= right + 1; x += kPitch) painter.drawEllipse(QRectF(x, y, kDot, kDot));
    painter.restore();
}

} // namespace headlight
