#include "controls/IconButton.h"

#include "style/textSize.h"

#include <QStyle>

namespace headlight {

IconButton::IconButton(const char* icon, const QString& name, const QString& tip, QWidget* parent)
    : QToolButton(parent) {
    setProperty("iconName", icon);
    setAccessibleName(name);
    setToolTip(tip);
    setFocusPolicy(Qt::StrongFocus);
    followTextSize(*this, [this] {
        setFixedSize(textPx(26), textPx(26));
        setIconSize({textPx(13), textPx(13)});
    });
}

void IconButton::setIconName(const char* icon) {
    setProperty("iconName", icon);
    style()->unpolish(this);
    style()->polish(this);
}

} // namespace headlight
