#include "panels/pipeline/OperationWord.h"

#include "panels/pipeline/paintSymbol.h"
#include "style/textSize.h"

#include <QEvent>
#include <QKeyEvent>
#include <QPainter>

#include <utility>

namespace headlight {
namespace {

constexpr double kPoints = 9;
constexpr int kSide = 4, kHeight = 20; // px

} // namespace

OperationWord::OperationWord(const QString& name, const QString& tip, bool hasChoices, QWidget* parent)
    : QAbstractButton(parent), hasChoices_(hasChoices) {
    setAccessibleName(name);
    setToolTip(tip);
    if (hasChoices) setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
}

void OperationWord::present(const QString& word, const Theme& theme) {
    if (word == text() && theme_ == &theme) return;
    setText(word);
    setAccessibleDescription(word);
    theme_ = &theme;
    updateGeometry();
    update();
}

QSize OperationWord::sizeHint() const { return {symbolWidth(text(), textFont(kPoints)) + 2 * kSide, textPx(kHeight)}; }

void OperationWord::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (hasChoices_ && (underMouse() || hasFocus())) {
        painter.setPen(hasFocus() ? QPen(theme_->accent) : QPen(Qt::NoPen));
        painter.setBrush(theme_->sunken);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
    }
    const QColor ink = hasChoices_ ? theme_->accent : theme_->text;
    const QFont font = textFont(kPoints);
    const QFontMetrics metrics(font);
    const int left = (width() - symbolWidth(text(), font)) / 2;
    const int baseline = (height() + metrics.ascent() - metrics.descent()) / 2;
    painter.setPen(ink);
    paintSymbol(painter, QPoint(left, baseline), text(), font);
    if (!hasChoices_) return;
    QColor faint = ink;
    faint.setAlphaF(0.55F);
    painter.setPen(QPen(faint, 1, Qt::DotLine));
    painter.drawLine(left, height() - 2, width() - left, height() - 2);
}

bool OperationWord::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) emit tipWanted();
    return QAbstractButton::event(event);
}

/// Enter opens it, too.
void OperationWord::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        click();
    else
        QAbstractButton::keyPressEvent(event);
}

} // namespace headlight
