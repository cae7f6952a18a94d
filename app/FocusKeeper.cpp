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

/// Before the widget itself hears of it: what a person pressed keeps the focus, else Qt takes the click back.
bool FocusKeeper::eventFilter(QObject*, QEvent* event) {
    if (event->type() == QEvent::FocusOut) wasGone_ = isGone(last_);
    return false;
}

void FocusKeeper::follow(QWidget* before, QWidget* now) {
    if (!now) { // a person clicked beside all controls, or the window is not the active one
        if (!window_.isActiveWindow() || before != last_) return;
        if (isGone(before)) return pass(now);
        hadOne_ = false;
        return;
    }
    if (now->window() != &window_ || now == last_) return;
    const bool isLost = hadOne_ && wasGone_;
    if (last_) last_->removeEventFilter(this);
    last_ = now;
    last_->installEventFilter(this);
    hadOne_ = true;
    if (isLost) pass(now);
}

/// When the change that took a widget away is over, unless the keyboard has gone elsewhere meanwhile.
void FocusKeeper::pass(QWidget* from) {
    QMetaObject::invokeMethod(
        this,
        [this, from] {
            if (QApplication::focusWidget() == from && window_.isActiveWindow()) toHeir_();
        },
        Qt::QueuedConnection);
}

} // namespace headlight
