#include "plot/paintHead.h"

#include "plot/paintLabels.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QStringList>

namespace headlight {
namespace {

constexpr double kBetween = 7; // px, between the parts of a line

} // namespace

QString MapHead::whole() const {
    QStringList lines{head, stage, problemLines};
    lines.removeAll(QString());
    return lines.join(QLatin1Char('\n'));
}

QFont headFont() {
    QFont font = textFont(9.5);
    font.setWeight(QFont::DemiBold);
    return font;
}

double headWidth(const MapHead& head, const QPaintDevice* device) {
    return QFontMetricsF(headFont(), device).horizontalAdvance(head.head) + kBetween +
           QFontMetricsF(captionFont(), device).horizontalAdvance(head.stage);
}

void paintHead(QPainter& painter, const QRectF& line, const MapHead& head, bool isSelected, const Theme& theme) {
    painter.save();
    const auto widthIn = [&](const QFont& font, const QString& text) {
        return QFontMetricsF(font, painter.device()).horizontalAdvance(text);
    };
    double x = line.left();
    const auto write = [&](const QFont& font, const QColor& colour, const QString& text) {
        if (text.isEmpty()) return;
        painter.setFont(font);
        painter.setPen(colour);
        painter.drawText(QPointF(x, line.center().y() + painter.fontMetrics().capHeight() / 2.0), text);
        x += widthIn(font, text) + kBetween;
    };
    const QFontMetricsF title(headFont(), painter.device()), caption(captionFont(), painter.device());
    write(headFont(), isSelected ? theme.accent : theme.text,
          title.elidedText(head.head, Qt::ElideRight, line.width()));
    QString problem = head.problem;
    const double stageName = caption.horizontalAdvance(head.stage.section(QStringLiteral(" \u00b7 "), 0, 0));
    if (!problem.isEmpty() && x + stageName + kBetween + widthIn(axisFont(), problem) > line.right())
        problem = QStringLiteral("\u26A0");
    const double space = line.right() - x - (problem.isEmpty() ? 0 : widthIn(axisFont(), problem) + kBetween);
    if (space >= stageName || head.head.isEmpty()) // beside a head its whole name or nothing
        write(captionFont(), theme.muted, caption.elidedText(head.stage, Qt::ElideRight, space));
    write(axisFont(), theme.error, problem);
    painter.restore();
}

} // namespace headlight
