#include "controls/buttons.h"

#include "style/Theme.h"
#include "style/textSize.h"

#include <QEvent>
#include <QIcon>
#include <QPushButton>
#include <QStyleOptionToolButton>
#include <QStylePainter>

namespace headlight {

QToolButton* toolButton(const QString& text, const QString& tip) {
    auto* button = new QToolButton;
    button->setText(text);
    button->setAccessibleName(text);
    button->setToolTip(tip);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

QToolButton* linkButton(const QString& text, const QString& name, const QString& tip) {
    QToolButton* button = toolButton(text, tip);
    button->setObjectName("link");
    button->setAccessibleName(name);
    return button;
}

QPushButton* textButton(const QString& text, const QString& name, const QString& tip) {
    auto* button = new QPushButton(text);
    button->setAccessibleName(name);
    button->setToolTip(tip);
    return button;
}

IconButton::IconButton(const char* icon, const QString& name, const QString& tip, QWidget* parent)
    : QToolButton(parent) {
    setIconName(icon);
    setAccessibleName(name);
    setToolTip(tip);
    setFocusPolicy(Qt::StrongFocus);
    followTextSize(*this, [this] {
        setFixedSize(textPx(26), textPx(26));
        setIconSize({textPx(13), textPx(13)});
    });
}

void IconButton::setIconName(const char* icon) {
    icon_ = icon;
    setIcon(QIcon(QStringLiteral(":/icons/%1-%2.svg").arg(QLatin1String(icon_), currentTheme().id)));
}

void IconButton::changeEvent(QEvent* event) {
    QToolButton::changeEvent(event);
    if (event->type() == QEvent::StyleChange) setIconName(icon_); // the theme may be another one
}

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
