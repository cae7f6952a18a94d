#include "style/KeyboardFocus.h"

#include <QApplication>
#include <QKeyEvent>
#include <QListView>
#include <QMenuBar>
#include <QTableView>

#include <algorithm>
#include <array>

namespace headlight {
namespace {

bool movesFocus(int key) {
    static constexpr std::array kKeys{Qt::Key_Tab,   Qt::Key_Backtab, Qt::Key_F6,  Qt::Key_Left,
                                      Qt::Key_Right, Qt::Key_Up,      Qt::Key_Down};
    return std::ranges::find(kKeys, key) != kKeys.end();
}

bool marksItself(const QWidget& widget) {
    const bool isTyped = widget.testAttribute(Qt::WA_InputMethodEnabled) && !qobject_cast<const QListView*>(&widget);
    return isTyped || qobject_cast<const QTableView*>(&widget) || qobject_cast<const QMenuBar*>(&widget) ||
           qobject_cast<const QMenu*>(&widget);
}

} // namespace

KeyboardFocus::KeyboardFocus(QObject* parent) : QObject(parent) {
    qApp->installEventFilter(this);
    connect(qApp, &QApplication::focusChanged, this, &KeyboardFocus::place);
}

bool KeyboardFocus::eventFilter(QObject*, QEvent* event) {
    const bool isAny = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
    const bool isKey = isAny && movesFocus(static_cast<QKeyEvent*>(event)->key());
    if ((isKey || event->type() == QEvent::MouseButtonPress) && isKey != isByKeys_) {
        isByKeys_ = isKey;
        place();
    }
    return false;
}

void KeyboardFocus::place() {
    QWidget* focus = QApplication::focusWidget();
    if (focus) focus->window()->setAttribute(Qt::WA_KeyboardFocusChange, isByKeys_); // for the links of a text
    if (focus && (!isByKeys_ || marksItself(*focus))) focus = nullptr;
    if (focus && !frame_) frame_ = new QFocusFrame;
    if (frame_) frame_->setWidget(focus);
}

} // namespace headlight
