// The keys of a table.
#include "table/MatrixTableModel.h"
#include "table/MatrixView.h"

#include <QKeyEvent>

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

} // namespace headlight
