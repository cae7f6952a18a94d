#include "controls/SegmentButton.h"

#include "style/Theme.h"
#include "style/textSize.h"
#include "words/parameterWords.h"

#include <QApplication>
#include <QStyleOptionButton>
#include <QStylePainter>

namespace headlight {
namespace {

constexpr double kLetter = 9, kBelow = 7; // pt

QFont fontOf(double pointSize, bool isStrong) {
    QFont font = textFont(pointSize);
    if (isStrong) font.setWeight(QFont::DemiBold);
    return font;
}

} // namespace

SegmentButton::SegmentButton(const QString& text, QWidget* parent) : QPushButton(text, parent) {
    setAccessibleName(text);
    setProperty("role", "segment");
    setCheckable(true);
    setAutoExclusive(true);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::MinimumExpanding, QSizePolicy::Fixed);
}

/// The same whether it is checked, and its text bold, or not.
QSize SegmentButton::sizeHint() const {
    const auto [letter, below] = symbolParts(text());
    const int width = QFontMetrics(fontOf(kLetter, true)).horizontalAdvance(letter) +
                      QFontMetrics(fontOf(kBelow, true)).horizontalAdvance(below);
    return {width + textPx(14), textPx(26)};
}

void SegmentButton::paintEvent(QPaintEvent*) {
    QStylePainter painter(this);
    QStyleOptionButton option;
    initStyleOption(&option);
    painter.drawControl(QStyle::CE_PushButtonBevel, option);
    const auto [letter, below] = symbolParts(text());
    const QFont large = fontOf(kLetter, isChecked()), small = fontOf(kBelow, isChecked());
    const QFontMetrics metrics(large);
    const int first = metrics.horizontalAdvance(letter), second = QFontMetrics(small).horizontalAdvance(below);
    const int x = (width() - first - second) / 2, y = (height() + metrics.ascent() - metrics.descent()) / 2;
    const bool isClear = isChecked() || underMouse(); // else muted, as text of what is disabled
    painter.setPen(QApplication::palette().color(isClear ? QPalette::Active : QPalette::Disabled, QPalette::Text));
    painter.setFont(large);
    painter.drawText(x, y, letter);
    painter.setFont(small);
    painter.drawText(x + first, y + textPx(3), below);
}

} // namespace headlight
