#include "controls/SegmentButton.h"

#include "controls/formula.h"
#include "style/Theme.h"
#include "style/textSize.h"

#include <QApplication>
#include <QFrame>
#include <QHBoxLayout>
#include <QStyleOptionButton>
#include <QStylePainter>

namespace headlight {
namespace {

QFont fontOf(bool isStrong) {
    QFont font = textFont(9);
    if (isStrong) font.setWeight(QFont::DemiBold);
    return font;
}

} // namespace

SegmentButton::SegmentButton(const QString& text, Kind kind) : QPushButton(text), kind_(kind) {
    setAccessibleName(text);
    setObjectName("segment");
    setCheckable(true);
    setAutoExclusive(true);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::MinimumExpanding, QSizePolicy::Fixed);
}

/// Returns the size with bold text, so that it does not change when the button is checked.
QSize SegmentButton::sizeHint() const { return {draw(nullptr, {}, fontOf(true)) + textPx(8), textPx(26)}; }

int SegmentButton::draw(QPainter* painter, const QPoint& baseline, const QFont& font) const {
    if (kind_ == Kind::Formula) return drawFormula(painter, baseline, text(), font);
    const QString words = text().replace(QLatin1String("&&"), QLatin1String("&")); // as Qt's buttons show it
    if (painter) {
        painter->setFont(font);
        painter->drawText(baseline, words);
    }
    return QFontMetrics(font).horizontalAdvance(words);
}

void SegmentButton::paintEvent(QPaintEvent*) {
    QStylePainter painter(this);
    QStyleOptionButton option;
    initStyleOption(&option);
    painter.drawControl(QStyle::CE_PushButtonBevel, option);
    const QFont font = fontOf(isChecked());
    const QFontMetrics metrics(font);
    const bool isClear = isEnabled() && (isChecked() || underMouse()); // else muted, as disabled text is
    painter.setPen(QApplication::palette().color(isClear ? QPalette::Active : QPalette::Disabled, QPalette::Text));
    const QPoint baseline((width() - draw(nullptr, {}, font)) / 2,
                          (height() + metrics.ascent() - metrics.descent()) / 2);
    draw(&painter, baseline, font);
}

QFrame* makeTrack(const std::vector<QAbstractButton*>& segments) {
    auto* track = new QFrame;
    track->setObjectName("track");
    auto* row = new QHBoxLayout(track);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    for (QAbstractButton* segment : segments) {
        segment->setObjectName("segment");
        segment->setCheckable(true);
        segment->setAutoExclusive(true);
        row->addWidget(segment);
    }
    return track;
}

} // namespace headlight
