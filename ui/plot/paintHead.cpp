#include "plot/paintHead.h"

#include "plot/paintLabels.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QStringList>

namespace headlight {
namespace {

constexpr double kBetween = 10; // px, between the parts of a line
constexpr double kChip = 5;     // px, around the name of the selected head

/// Returns the stage's name without remarks such as " · pixel: largest of 2 × 2", which depend on the number of tokens.
QString nameOfStage(const MapHead& head) { return head.stage.section(QStringLiteral(" \u00b7 "), 0, 0); }

} // namespace

QString MapHead::whole() const {
    QStringList lines{isOff ? QCoreApplication::translate("Stages", "%1, switched off").arg(head) : head, stage,
                      problemLines};
    lines.removeAll(QString());
    return lines.join(QLatin1Char('\n'));
}

QFont headFont() {
    QFont font = textFont(9.5);
    font.setWeight(QFont::DemiBold);
    return font;
}

double headWidth(const MapHead& head, const QPaintDevice* device, bool hasRemarks) {
    return QFontMetricsF(headFont(), device).horizontalAdvance(head.head) + kBetween +
           QFontMetricsF(axisFont(), device).horizontalAdvance(hasRemarks ? head.stage : nameOfStage(head));
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
    const QFontMetricsF title(headFont(), painter.device()), caption(axisFont(), painter.device());
    // Beside a head, the stage's name is whole: on a narrow card the head is only a number.
    const bool isNarrow = headWidth(head, painter.device(), false) > line.width();
    const QString name = isNarrow ? head.head.section(QLatin1Char(' '), -1) : head.head;
    if (isSelected && !name.isEmpty()) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.border);
        painter.drawRoundedRect(
            QRectF(line.left() - kChip, line.top(), widthIn(headFont(), name) + 2 * kChip, line.height()), kChip,
            kChip);
    }
    QFont font = headFont();
    font.setStrikeOut(head.isOff);
    write(font, head.isOff ? theme.muted : theme.text, title.elidedText(name, Qt::ElideRight, line.width()));
    QString problem = head.problem;
    if (!problem.isEmpty() &&
        x + caption.horizontalAdvance(nameOfStage(head)) + kBetween + widthIn(axisFont(), problem) > line.right())
        problem = QStringLiteral("\u26A0");
    const double space = line.right() - x - (problem.isEmpty() ? 0 : widthIn(axisFont(), problem) + kBetween);
    write(axisFont(), theme.muted, caption.elidedText(head.stage, Qt::ElideRight, space));
    write(axisFont(), theme.error, problem);
    painter.restore();
}

} // namespace headlight
