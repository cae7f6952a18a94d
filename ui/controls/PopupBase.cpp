#include "controls/PopupBase.h"

#include <QLayout>
#include <QScreen>

#include <algorithm>

namespace headlight {

PopupBase::PopupBase(const QString& name, QWidget* parent) : QFrame(parent, Qt::Popup) {
    setObjectName("popup");
    setAccessibleName(name);
}

void PopupBase::showAt(const QPoint& place) {
    const QRect screen = parentWidget()->screen()->availableGeometry();
    move(std::clamp(place.x(), screen.left(), std::max(screen.left(), screen.right() - width())),
         std::clamp(place.y(), screen.top(), std::max(screen.top(), screen.bottom() - height())));
    if (QWidget* last = focusWidget()) last->clearFocus();
    show();
    focusNextChild(); // to the first field: keys go on from there
}

void PopupBase::showBelow(const QWidget& button) {
    adjustSize();
    const QPoint corner = button.mapTo(button.window(), QPoint(0, button.height() + 4));
    const bool isAtRight = corner.x() > button.window()->width() / 2;
    showAt(button.window()->mapToGlobal(corner) + QPoint(isAtRight ? button.width() - width() : 0, 0));
}

void PopupBase::fitHeight() {
    layout()->activate();
    resize(width(), layout()->totalHeightForWidth(width()));
}

} // namespace headlight
