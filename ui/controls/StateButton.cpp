#include "controls/StateButton.h"

#include "style/Theme.h"
#include "style/textSize.h"

#include <QStyleOptionToolButton>
#include <QStylePainter>

namespace headlight {

constexpr int kMargin = 8, kGap = 6; // px: beside the texts; between them and before the arrow

StateButton::StateButton(const QString& name, const QString& tip, const QString& usual) : name_(name), usual_(usual) {
    setObjectName("state");
    setAccessibleName(name);
    setToolTip(tip);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    setState({});
}

void StateButton::setState(const QString& state) {
    if (state == state_ && !text().isEmpty()) return;
    state_ = state;
    setText(QStringLiteral("%1 %2").arg(name_, state).trimmed());
    setAccessibleDescription(state);
    updateGeometry();
}

QSize StateButton::sizeWith(const QString& text) const {
    const int texts = fontMetrics().horizontalAdvance(name_) + fontMetrics().horizontalAdvance(text);
    return {texts + 2 * kMargin + (text.isEmpty() ? 1 : 2) * kGap + iconSize().width() + 2, textPx(28)};
}

QSize StateButton::sizeHint() const { return sizeWith(state_).expandedTo(sizeWith(usual_)); }
int StateButton::widthOfState() const { return sizeHint().width() - fontMetrics().horizontalAdvance(name_) - kGap; }
QSize StateButton::minimumSizeHint() const { return sizeWith({}); }

void StateButton::paintEvent(QPaintEvent*) {
    QStylePainter painter(this);
    QStyleOptionToolButton option;
    initStyleOption(&option);
    option.text.clear();
    option.icon = {};
    painter.drawComplexControl(QStyle::CC_ToolButton, option);
    QRect space = rect().adjusted(kMargin, 0, -kMargin, 0);
    QRect arrow(QPoint(), iconSize());
    arrow.moveCenter(space.center());
    arrow.moveRight(space.right());
    icon().paint(&painter, arrow);
    space.setRight(arrow.left() - kGap);
    if (state_.isEmpty() || width() >= sizeWith(state_).width()) { // else the state has the space
        painter.setPen(currentTheme().muted);
        painter.drawText(space, Qt::AlignVCenter, name_);
        space.setLeft(space.left() + fontMetrics().horizontalAdvance(name_) + kGap);
    }
    painter.setPen(currentTheme().text);
    painter.drawText(space, Qt::AlignVCenter, fontMetrics().elidedText(state_, Qt::ElideRight, space.width()));
}

} // namespace headlight
