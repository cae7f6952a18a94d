// The keys of a table, and the mouse: a click picks, a drag sideways scrubs, Shift+click extends the selection.
#include "table/MatrixTableModel.h"
#include "table/MatrixView.h"

#include <QKeyEvent>
#include <QMouseEvent>

#include <cstdlib>
#include <utility>

namespace headlight {

bool MatrixView::handleKey(const QKeyEvent& key) {
    const QModelIndex now = currentIndex();
    if (scrub_ == Scrub::Active && key.key() == Qt::Key_Escape) {
        cancelScrub();
        return true;
    }
    if (key.matches(QKeySequence::Copy)) {
        copy();
        return true;
    }
    const bool isTransposed = key.keyCombination() == kPasteTransposed;
    if (isTransposed || key.matches(QKeySequence::Paste)) {
        paste(isTransposed);
        return true;
    }
    if (!now.isValid()) return false;
    const bool plain = !(key.modifiers() & ~(Qt::KeypadModifier));
    if (plain && (key.key() == Qt::Key_Delete || key.key() == Qt::Key_Backspace)) {
        if (!mayEdit()) return true;
        emit blockCleared(selectedCells().value_or(CellBlock{now.row(), now.column(), 1, 1}));
        return true;
    }
    if (plain && (key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter)) {
        edit(now);
        return true;
    }
    if ((key.modifiers() & Qt::ControlModifier) && (key.key() == Qt::Key_Up || key.key() == Qt::Key_Down)) {
        if (!mayEdit()) return true;
        const auto fine = key.modifiers() & Qt::ShiftModifier;
        const float value = matrixModel().valueAt(now.row(), now.column());
        emit cellStepped(now.row(), now.column(), stepped(value, key.key() == Qt::Key_Up ? 1 : -1, fine),
                         key.isAutoRepeat());
        return true;
    }
    return false;
}

void MatrixView::keyPressEvent(QKeyEvent* event) {
    if (state() == QAbstractItemView::EditingState) { // a key that the editor ignores is not for the table
        event->ignore();
        return;
    }
    const QModelIndex before = currentIndex();
    if (handleKey(*event))
        event->accept();
    else if (scrub_ != Scrub::Active) // a key in the middle of a drag must not move the cell away
        MatrixTable::keyPressEvent(event);
    if (currentIndex() == before || !currentIndex().isValid()) return;
    setHovered({});
    emit picked(currentIndex());
}

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
