// A closer look: as in the maps, but for the wheel, which scrolls the panel.
#include "plot/BarView.h"

#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headlight {

void BarView::lookAt(double first, double seen) {
    constexpr double kMin = 4;
    seen = std::max(seen, std::min<double>(kMin, count()));
    const bool isAll = seen >= count();
    seen_ = isAll ? 0 : seen;
    first_ = isAll ? 0 : std::clamp(first, 0.0, count() - seen);
    updateMeasures();
}

void BarView::wheelEvent(QWheelEvent* event) {
    if (!(event->modifiers() & Qt::ControlModifier)) return event->ignore();
    constexpr double kStep = 0.8; // a notch
    const BarsLook now = look();
    const double share = std::clamp((event->position().x() - plotRect().left()) / plotRect().width(), 0.0, 1.0);
    const double seen = now.count *
                        std::pow(kStep, event->angleDelta().y() / double(QWheelEvent::DefaultDeltasPerStep));
    lookAt(now.first + share * (now.count - seen), seen);
    event->accept();
}

void BarView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    pressed_ = event->position();
    firstWhenPressed_ = first_;
    dragged_ = false;
}

void BarView::mouseMoveEvent(QMouseEvent* event) {
    constexpr double kThreshold = 4;
    if (!pressed_ || seen_ <= 0) return;
    const double moved = event->position().x() - pressed_->x();
    dragged_ = dragged_ || std::abs(moved) >= kThreshold;
    if (dragged_) lookAt(firstWhenPressed_ - moved / pitch(), seen_);
}

void BarView::mouseReleaseEvent(QMouseEvent* event) {
    const int bar = barAt(event->position());
    pressed_.reset();
    if (event->button() == Qt::LeftButton && bar >= 0 && !std::exchange(dragged_, false)) emit clicked(bar);
}

void BarView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) lookAt(0, count());
}

} // namespace headlight
