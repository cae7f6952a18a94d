#include "controls/paintChip.h"

#include "controls/sharedMark.h"
#include "style/colours.h"

#include <QLinearGradient>
#include <QPainter>

#include <algorithm>

namespace headlight {
namespace {

constexpr int kBeforeId = 6;
constexpr double kChipRadius = 7;

int padding() { return textPx(10); }
QFont chipFont() { return textFont(10); }
QFont idFont() { return textFont(8); }

} // namespace

int ChipWidths::of(const QString& text, int id) {
    if (const double now = textSize(); now != textSize_) {
        textSize_ = now;
        texts_.clear();
        tenDigits_ = QFontMetrics(idFont()).horizontalAdvance(QString(10, QLatin1Char('0')));
    }
    auto known = texts_.find(text);
    if (known == texts_.end()) {
        if (texts_.size() > 20000) texts_.clear(); // hours of typing must not fill the memory
        known = texts_.insert(text, std::min(textPx(190), QFontMetrics(chipFont()).horizontalAdvance(text)));
    }
    const int digits = static_cast<int>(QString::number(id).size());
    return *known + kBeforeId + (tenDigits_ * digits + 9) / 10 + 2 * padding();
}

void paintChip(QPainter& painter, const QRect& place, const Chip& chip, const Theme& theme) {
    QColor ground = theme.sunken, border = theme.border, ink = theme.text, faint = theme.muted;
    if (chip.isQuery) {
        ground = border = theme.accent;
        ink = theme.surface;
        faint = mixed(theme.surface, theme.accent, 0.15);
    } else if (chip.isKey) {
        ground = theme.keySoft;
        border = theme.key;
        faint = theme.key;
    } else if (chip.isTwin) {
        border = theme.accent;
    } else if (chip.isHovered) {
        border = theme.muted;
    }
    QPen pen(chip.isQuery && chip.isKey ? theme.key : border, chip.isQuery && chip.isKey ? 2 : 1);
    if (chip.isTwin && !chip.isQuery && !chip.isKey) pen.setStyle(Qt::DashLine);
    painter.setPen(pen);
    painter.setBrush(ground);
    painter.drawRoundedRect(QRectF(place).adjusted(0.5, 0.5, -0.5, -0.5), kChipRadius, kChipRadius);
    if (chip.isQuery && chip.hasFocus) {
        painter.setPen(QPen(theme.surface, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(place).adjusted(2.5, 2.5, -2.5, -2.5), kChipRadius - 2, kChipRadius - 2);
    }
    const QString number = QString::number(chip.id);
    const QFontMetrics ids(idFont());
    const int idWidth = ids.horizontalAdvance(number);
    const QRect inside = place.adjusted(padding(), 0, -padding(), 0);
    const QRect text = inside.adjusted(0, 0, -idWidth - kBeforeId + 1, 0);
    painter.setPen(ink);
    painter.setFont(chipFont());
    const QString elided = QFontMetrics(chipFont()).elidedText(chip.text, Qt::ElideRight, text.width());
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter | Qt::AlignAbsolute | Qt::TextSingleLine, elided);
    painter.setPen(faint);
    painter.setFont(idFont());
    painter.drawText(inside.adjusted(0, 1, 0, 1), Qt::AlignRight | Qt::AlignVCenter | Qt::AlignAbsolute, number);
    if (!chip.isShared) return;
    const int below = place.center().y() + ids.ascent() / 2 + 3;
    paintSharedMark(painter, inside.right() - idWidth + 1, inside.right(), below,
                    chip.isQuery || chip.isKey ? faint : theme.accent);
}

void paintChipEdge(QPainter& painter, const QSize& line, int direction, const Theme& theme) {
    const int w = line.width(), edge = chipEdge();
    const double outside = direction < 0 ? 0 : w, inside = direction < 0 ? chipFade() : w - chipFade();
    QColor clear = theme.surface;
    clear.setAlpha(0);
    QLinearGradient fade(outside, 0, inside, 0);
    fade.setColorAt(0, theme.surface);
    fade.setColorAt(0.45, theme.surface);
    fade.setColorAt(1, clear);
    painter.fillRect(QRectF(std::min(outside, inside), 0, chipFade(), line.height()), fade);
    const double x = direction < 0 ? edge / 2.6 : w - edge / 2.6, y = line.height() / 2.0;
    painter.setPen(QPen(theme.muted, 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(
        QPolygonF({{x - direction * 2.5, y - 4.5}, {x + direction * 2.5, y}, {x - direction * 2.5, y + 4.5}}));
}

} // namespace headlight
