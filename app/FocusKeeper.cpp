#include "FocusKeeper.h"

#include <QApplication>
#include <QWidget>

#include <utility>

namespace headlight {

FocusKeeper::FocusKeeper(QWidget& window, std::function<void()> toHeir)
    : QObject(&window), window_(window), toHeir_(std::move(toHeir)) {
    connect(qApp, &QApplication::focusChanged, this, &FocusKeeper::follow);
}

void FocusKeeper::follow(QWidget* before, QWidget* now) {
    const auto isGone = [](const QWidget* one) { return !one || !one->isVisible() || !one->isEnabled(); };
    if (!now) { // a person clicked beside all controls, or the window is not the active one
        if (!window_.isActiveWindow() || before != last_) return;
        if (isGone(before)) return toHeir_();
        hadOne_ = false;
        return;
    }
    if (now->window() != &window_ || now == last_) return;
    const bool isLost = hadOne_ && isGone(last_);
    last_ = now;
    hadOne_ = true;
    if (isLost) toHeir_();
}

} // namespace headlight
