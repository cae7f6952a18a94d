#include "controls/IconButton.h"

#include "style/Theme.h"
#include "style/textSize.h"

#include <QEvent>
#include <QIcon>
#include <QPushButton>

namespace headlight {

QToolButton* linkButton(const QString& text, const QString& name, const QString& tip) {
    auto* button = new QToolButton;
    button->setObjectName("link");
    button->setText(text);
    button->setAccessibleName(name);
    button->setToolTip(tip);
    button->setFocusPolicy(Qt::StrongFocus);
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

} // namespace headlight
