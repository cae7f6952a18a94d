#include "controls/Segments.h"

#include "style/textSize.h"
#include "words/parameterWords.h"

#include <QPainter>
#include <QPainterPath>
#include <QStyleOptionButton>

#include <utility>

namespace headlight {
namespace {

constexpr double kSegmentRadius = 6;
constexpr int kHeight = 26;

QFont bodyFont(bool strong) {
    QFont font = textFont(9);
    if (strong) font.setWeight(QFont::DemiBold);
    return font;
}

QFont subscriptFont(bool strong) {
    QFont font = textFont(7);
    if (strong) font.setWeight(QFont::DemiBold);
    return font;
}

int textWidth(const QString& text, bool strong) {
    const auto [letter, below] = symbolParts(text);
    return QFontMetrics(bodyFont(strong)).horizontalAdvance(letter) +
           QFontMetrics(subscriptFont(strong)).horizontalAdvance(below);
}

template <class Widget>
void retheme(Widget* widget, const Theme*& theme, const Theme& now) {
    if (theme == &now) return;
    theme = &now;
    widget->update();
}

} // namespace

SegmentButton::SegmentButton(const QString& text, QWidget* parent) : QPushButton(text, parent) {
    setAccessibleName(text);
    setCheckable(true);
    setAutoExclusive(true);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::MinimumExpanding, QSizePolicy::Fixed);
}

void SegmentButton::setTheme(const Theme& theme) { retheme(this, theme_, theme); }

QSize SegmentButton::sizeHint() const { return {textWidth(text(), true) + textPx(14), textPx(kHeight)}; }

void SegmentButton::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF frame = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    if (isChecked() || hasFocus()) {
        painter.setPen(hasFocus() ? theme_->accent : theme_->border);
        painter.setBrush(isChecked() ? theme_->surface : theme_->sunken);
        painter.drawRoundedRect(frame, kSegmentRadius, kSegmentRadius);
    }
    const auto [letter, below] = symbolParts(text());
    const bool strong = isChecked();
    const QFont font = bodyFont(strong);
    const QFontMetrics metrics(font);
    const int x = (width() - textWidth(text(), strong)) / 2, y = (height() + metrics.ascent() - metrics.descent()) / 2;
    painter.setPen(strong || underMouse() ? theme_->text : theme_->muted);
    painter.setFont(font);
    painter.drawText(x, y, letter);
    painter.setFont(subscriptFont(strong));
    painter.drawText(x + metrics.horizontalAdvance(letter), y + textPx(3), below);
}

void SegmentTrack::setTheme(const Theme& theme) { retheme(this, theme_, theme); }

void SegmentTrack::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme_->sunken);
    painter.drawRoundedRect(rect(), kSegmentRadius + 2, kSegmentRadius + 2);
}

IconButton::IconButton(Sign sign, const QString& name, const QString& tip, QWidget* parent)
    : QPushButton(parent), sign_(sign) {
    setAccessibleName(name);
    setToolTip(tip);
    followTextSize(*this, [this] { setFixedSize(textPx(kHeight), textPx(kHeight)); });
}

void IconButton::setTheme(const Theme& theme) { retheme(this, theme_, theme); }

void IconButton::setSign(Sign sign) {
    if (std::exchange(sign_, sign) != sign) update();
}

void IconButton::paintEvent(QPaintEvent* event) {
    QPushButton::paintEvent(event);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(QRectF(rect()).center());
    painter.scale(double(height()) / kHeight, double(height()) / kHeight);
    painter.setPen(QPen(isEnabled() ? theme_->text : theme_->border, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    QPainterPath path;
    switch (sign_) {
    case Sign::Plus:
        path.moveTo(0, -4.5);
        path.lineTo(0, 4.5);
        [[fallthrough]];
    case Sign::Minus:
        path.moveTo(-4.5, 0);
        path.lineTo(4.5, 0);
        break;
    case Sign::Duplicate:
        path.addRoundedRect(QRectF(-1.5, -1.5, 7, 7), 1.5, 1.5);
        path.moveTo(-4, 2);
        path.arcTo(QRectF(-5.5, -1, 3, 3), 270, -90);
        path.lineTo(-5.5, -4);
        path.arcTo(QRectF(-5.5, -5.5, 3, 3), 180, -90);
        path.lineTo(0.5, -5.5);
        path.arcTo(QRectF(-1, -5.5, 3, 3), 90, -90);
        break;
    case Sign::Left:
    case Sign::Right: {
        const double tip = sign_ == Sign::Left ? -2 : 2;
        path.moveTo(-tip, -4);
        path.lineTo(tip, 0);
        path.lineTo(-tip, 4);
        break;
    }
    case Sign::Up:
    case Sign::Down: {
        const double tip = sign_ == Sign::Up ? -2 : 2;
        path.moveTo(-4, -tip);
        path.lineTo(0, tip);
        path.lineTo(4, -tip);
        break;
    }
    }
    painter.drawPath(path);
}

} // namespace headlight
