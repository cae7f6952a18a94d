#include "table/MatrixView.h"

#include "controls/numberFields.h"
#include "table/MatrixTableModel.h"
#include "table/NumberDelegate.h"

#include <QApplication>
#include <QClipboard>
#include <QFocusEvent>
#include <QKeyEvent>

#include <cstdint>

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

} // namespace headlight
