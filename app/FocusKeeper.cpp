#include "FocusKeeper.h"

#include <QApplication>
#include <QEvent>
#include <QWidget>

#include <utility>

namespace headlight {
namespace {

bool isGone(const QWidget* one) { return !one || !one->isVisible() || !one->isEnabled(); }

} // namespace

FocusKeeper::FocusKeeper(QWidget& window, std::function<void()> toHeir)
    : QObject(&window), window_(window), toHeir_(std::move(toHeir)) {
    connect(qApp, &QApplication::focusChanged, this, &FocusKeeper::follow);
}

/// Looks before the widget itself handles the event: an editor that closes because it loses the focus is not gone yet.
bool FocusKeeper::eventFilter(QObject*, QEvent* event) {
    if (event->type() == QEvent::FocusOut) wasGone_ = isGone(last_);
    return false;
}

void FocusKeeper::follow(QWidget* before, QWidget* now) {
    if (!now) { // the user clicked beside all controls, or the window is not the active one
        if (!window_.isActiveWindow() || before != last_) return;
        if (isGone(before)) return pass(now);
        hadOne_ = false;
        return;
    }
    if (now->window() != &window_ || now == last_) return;
    const bool isPressed = QApplication::mouseButtons() != Qt::NoButton; // else Qt would undo the click
    const bool isLost = hadOne_ && wasGone_ && !isPressed;
    if (last_) last_->removeEventFilter(this);
    last_ = now;
    last_->installEventFilter(this);
    hadOne_ = true;
    if (isLost) pass(now);
}

/// Moves the focus to the heir when the current change is over, unless it has moved elsewhere meanwhile.
void FocusKeeper::pass(QWidget* from) {
    QMetaObject::invokeMethod(
        this,
        [this, from] {
            if (QApplication::focusWidget() == from && window_.isActiveWindow()) toHeir_();
        },
        Qt::QueuedConnection);
}

} // namespace headlight
