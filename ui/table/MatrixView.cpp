#include "table/MatrixView.h"

#include "controls/numberFields.h"
#include "table/MatrixTableModel.h"
#include "table/NumberDelegate.h"

#include <QApplication>
#include <QClipboard>
#include <QFocusEvent>
#include <QKeyEvent>
#include <QMouseEvent>

#include <cstdint>
#include <cstdlib>
#include <utility>

namespace headlight {

MatrixView::MatrixView(QWidget* parent) : MatrixTable(parent) {
    setEditTriggers(QAbstractItemView::AnyKeyPressed | QAbstractItemView::EditKeyPressed);
    setTabKeyNavigation(false); // Tab leaves the table, unless a number is typed
    connect(&delegate(), &NumberDelegate::committed, this, &MatrixView::moveCurrent);
    connect(&delegate(), &NumberDelegate::refused, this, &MatrixView::refused);
    connect(&matrixModel(), &MatrixTableModel::refused, this, &MatrixView::refused);
}

void MatrixView::setReadOnly(bool on) {
    if (on == matrixModel().isReadOnly()) return;
    finishEdit(); // its text was meant for the previous numbers
    matrixModel().setReadOnly(on);
    viewport()->update();
}

bool MatrixView::mayEdit() {
    if (matrixModel().isReadOnly()) emit editRefused();
    return !matrixModel().isReadOnly();
}

/// Refuses to edit a read-only table, and letters, with which no number begins. A refused key starts no search either.
bool MatrixView::edit(const QModelIndex& at, EditTrigger trigger, QEvent* event) {
    if (trigger == AnyKeyPressed && event && event->type() == QEvent::KeyPress) {
        const QChar typed = static_cast<QKeyEvent*>(event)->text().front();
        if (!typed.isDigit() && !QStringLiteral(u"+-\u2212.,").contains(typed)) return true;
    }
    const bool isAsked = trigger == AnyKeyPressed || trigger == EditKeyPressed || trigger == AllEditTriggers;
    return (isAsked && at.isValid() && !mayEdit()) || MatrixTable::edit(at, trigger, event);
}

void MatrixView::moveCurrent(int rowStep, int columnStep) {
    emit picked(currentIndex()); // the number that was typed is looked at, while the next one may be typed
    if (columnStep != 0) {
        if (!moveOn(columnStep)) focusNextPrevChild(columnStep > 0);
        return;
    }
    const QModelIndex next = matrixModel().index(currentIndex().row() + rowStep, currentIndex().column());
    if (!next.isValid()) return;
    setCurrentIndex(next);
    setHovered({}); // the pointer lies still, and its light would be taken for the cell's
}

bool MatrixView::moveOn(int step) {
    const QModelIndex now = currentIndex();
    const int columns = matrixModel().columnCount();
    if (!now.isValid() || columns == 0) return false;
    const std::int64_t place = std::int64_t{now.row()} * columns + now.column() + step;
    if (place < 0) return false;
    const QModelIndex next = matrixModel().index(static_cast<int>(place / columns), static_cast<int>(place % columns));
    if (next.isValid()) setCurrentIndex(next);
    return next.isValid();
}

void MatrixView::copy() {
    if (!selectedCells() && selectionModel()->hasSelection())
        QApplication::clipboard()->setText(currentIndex().data(Qt::EditRole).toString());
    else
        copySelection();
}

void MatrixView::paste(bool isTransposed) {
    if (mayEdit()) emit pasteWanted(isTransposed);
}

// Text that is no number stays in its editor; Qt would close that as soon as another cell is the current one.

NumberField* MatrixView::openEditor() const {
    for (auto* editor : viewport()->findChildren<NumberField*>(Qt::FindDirectChildrenOnly))
        if (editor->isVisibleTo(viewport())) return editor;
    return nullptr;
}

NumberField* MatrixView::invalidEditor() const {
    NumberField* editor = openEditor();
    return editor && editor->isRefused() ? editor : nullptr;
}

void MatrixView::finishEdit() {
    endScrub();
    NumberField* editor = openEditor();
    if (!editor) return;
    commitData(editor); // the number may be refused, with a message; what presents that may close the editor
    if (openEditor() == editor) closeEditor(editor, QAbstractItemDelegate::RevertModelCache);
}

void MatrixView::closeEditor(QWidget* editor, QAbstractItemDelegate::EndEditHint hint) {
    if (editor && editor == invalidEditor() && hint != QAbstractItemDelegate::RevertModelCache) return;
    if (auto* field = qobject_cast<NumberField*>(editor))
        field->setRefused(false); // else the table would give it the focus again, and lose it
    MatrixTable::closeEditor(editor, hint);
    if (editor) editor->hide(); // Qt deletes it later
}

void MatrixView::dropNonsense() {
    if (NumberField* editor = invalidEditor()) closeEditor(editor, QAbstractItemDelegate::RevertModelCache);
}

void MatrixView::focusInEvent(QFocusEvent* event) {
    MatrixTable::focusInEvent(event);
    if (NumberField* editor = invalidEditor()) editor->setFocus(event->reason());
    viewport()->update(); // the outline of the current cell
}

void MatrixView::focusOutEvent(QFocusEvent* event) {
    MatrixTable::focusOutEvent(event);
    endScrub(); // whatever takes the keyboard, a menu or a dialog, may take the release of the button, too
    viewport()->update();
}

void MatrixView::hideEvent(QHideEvent* event) {
    endScrub();
    MatrixTable::hideEvent(event);
}

// The keys, and the mouse: a click picks, a drag sideways scrubs, Shift+click extends the selection.

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
