#include "plot/paintCaption.h"

#include <QFontMetricsF>
#include <QPainter>

namespace headlight {

QFont captionFont(double share) {
    QFont font = textFont(7 * share);
    font.setWeight(QFont::Medium);
    font.setLetterSpacing(QFont::AbsoluteSpacing, 0.4);
    return font;
}

QString fittingCaption(const QString& caption, const QString& brief, const QFontMetricsF& metrics, double width) {
    if (caption.isEmpty()) return {};
    const QString between = QStringLiteral(u" \u00B7 "), cut = QStringLiteral(u"\u2026");
    const QStringList parts = caption.split(between);
    QStringList ways{caption};
    if (parts.size() > 2) ways << QStringList{parts.front(), cut, parts.back()}.join(between);
    ways << caption.section(QStringLiteral(": "), 1); // what a dot shows, without which colours cannot be read
    if (parts.size() > 1) ways << parts.front() + between + cut;
    ways << brief;
    for (const QString& way : ways)
        if (!way.isEmpty() && metrics.horizontalAdvance(way) <= width) return way;
    return metrics.elidedText(caption, Qt::ElideRight, width);
}

void paintCaption(QPainter& painter, QPointF corner, const QString& caption, const Theme& theme, double width,
                  const QString& brief, double share) {
    painter.save();
    const QFont font = captionFont(share);
    painter.setFont(font);
    painter.setPen(theme.muted);
    const QFontMetricsF metrics(font, painter.device());
    painter.drawText(corner + QPointF(0, metrics.capHeight()), fittingCaption(caption, brief, metrics, width));
    painter.restore();
}

} // namespace headlight
