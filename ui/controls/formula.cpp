#include "controls/formula.h"

#include "controls/pictureIcon.h"
#include "style/textSize.h"

#include <QIcon>
#include <QPainter>
#include <QRegularExpression>
#include <QToolButton>

#include <algorithm>

namespace headlight {

int drawFormula(QPainter* painter, const QPoint& baseline, const QString& formula, const QFont& font) {
    static const QRegularExpression kParts(QStringLiteral("_(\\S+)|[^_]+"));
    QFont small = font;
    small.setPointSizeF(font.pointSizeF() * 0.8);
    int width = 0;
    for (auto parts = kParts.globalMatch(formula); parts.hasNext();) {
        const auto part = parts.next();
        const bool isBelow = part.hasCaptured(1);
        const QFont& used = isBelow ? small : font;
        const QString text = part.captured(isBelow ? 1 : 0);
        if (painter) {
            painter->setFont(used);
            painter->drawText(baseline + QPoint(width, isBelow ? textPx(3) : 0), text);
        }
        width += QFontMetrics(used).horizontalAdvance(text);
    }
    return width;
}

void showFormula(QToolButton& button, const QString& formula, const QColor& colour) {
    const QFont font = button.font();
    const QFontMetrics metrics(font);
    const int around = textPx(2); // pixels above and below the line
    const QSize size(std::max(1, drawFormula(nullptr, {}, formula, font)), metrics.height() + 2 * around);
    QPixmap pixmap(size * button.devicePixelRatioF());
    pixmap.setDevicePixelRatio(button.devicePixelRatioF());
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setPen(colour);
    drawFormula(&painter, QPoint(0, around + metrics.ascent()), formula, font);
    button.setText(formula);
    button.setIcon(pictureIcon(pixmap));
    button.setIconSize(size);
}

} // namespace headlight
