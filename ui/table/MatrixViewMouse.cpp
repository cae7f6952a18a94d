// A click picks, a drag sideways scrubs, Shift+click extends the selection.
#include "table/MatrixTableModel.h"
#include "table/MatrixView.h"

#include <QMouseEvent>

#include <cstdlib>
#include <utility>

namespace headlight {

void MatrixView::mousePressEvent(QMouseEvent* event) {
    if (invalidEditor()) return; // it keeps the focus: see focusInEvent()
    const QModelIndex at = indexAt(event->pos());
    if (event->button() != Qt::LeftButton || !at.isValid()) {
        if (scrub_ == Scrub::None) MatrixTable::mousePressEvent(event);
        return;
    }
    scrub_ = Scrub::Pressed;
    pressedAt_ = event->pos();
    pressed_ = at;
    if (event->modifiers() & Qt::ShiftModifier) return;
    setCurrentIndex(at);
    emit picked(at); // also if it is the current one
}

void MatrixView::mouseMoveEvent(QMouseEvent* event) {
    const QModelIndex under = indexAt(event->pos());
    if (!(event->buttons() & Qt::LeftButton)) endScrub(); // a menu or a dialog took the release
    if (scrub_ == Scrub::None) {
        viewport()->setCursor(under.isValid() && !matrixModel().isReadOnly() ? Qt::SizeHorCursor : Qt::ArrowCursor);
        setHovered(under);
        if (!(event->buttons() & Qt::LeftButton)) MatrixTable::mouseMoveEvent(event);
        return;
    }
    const int dx = event->pos().x() - pressedAt_.x(), dy = event->pos().y() - pressedAt_.y();
    constexpr int kThreshold = 4;
    if (scrub_ == Scrub::Pressed && std::abs(dx) >= kThreshold && std::abs(dx) > std::abs(dy))
        beginScrub(pressedAt_.x(), event->modifiers());
    if (scrub_ == Scrub::Active && pressed_.isValid())
        emit cellStepped(pressed_.row(), pressed_.column(), drag_.valueAt(event->pos().x(), event->modifiers()), true);
}

void MatrixView::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || scrub_ == Scrub::None) {
        MatrixTable::mouseReleaseEvent(event);
        return;
    }
    const bool clicked = scrub_ == Scrub::Pressed;
    endScrub();
    if (clicked && (event->modifiers() & Qt::ShiftModifier)) extendSelectionTo(indexAt(event->pos()));
}

void MatrixView::mouseDoubleClickEvent(QMouseEvent* event) {
    const QModelIndex at = indexAt(event->pos());
    if (event->button() == Qt::LeftButton && at.isValid() && !invalidEditor()) {
        setCurrentIndex(at);
        edit(at);
    }
}

void MatrixView::beginScrub(int x, Qt::KeyboardModifiers modifiers) {
    if (!pressed_.isValid()) return;
    scrub_ = mayEdit() ? Scrub::Active : Scrub::Cancelled;
    if (scrub_ == Scrub::Cancelled) return;
    setCurrentIndex(pressed_);
    drag_ = ScrubDrag(matrixModel().valueAt(pressed_.row(), pressed_.column()), x, modifiers);
    emit scrubBegan();
}

void MatrixView::endScrub() {
    if (std::exchange(scrub_, Scrub::None) == Scrub::Active) emit scrubEnded();
}

void MatrixView::cancelScrub() {
    scrub_ = Scrub::Cancelled; // the button is still down: its moves mean nothing any more
    emit scrubCancelled();
    emit scrubEnded();
}

} // namespace headlight
