#pragma once

#include "table/MatrixTable.h"
#include "table/ScrubDrag.h"

namespace headlight {

class NumberField;

inline constexpr QKeyCombination kPasteTransposed = Qt::CTRL | Qt::SHIFT | Qt::Key_V;

/// A view of a matrix that is edited by typing, as in a spreadsheet, or by dragging a cell sideways (scrubbing). It
/// only emits what the user asked for; its owner sets the changed matrix, at every step of a scrub if need be.
class MatrixView : public MatrixTable {
    Q_OBJECT

public:
    explicit MatrixView(QWidget* parent = nullptr);

    void copySelection() { emit blockCopied(selectedBlock()); }
    bool isEdited() const { return openEditor(); } ///< true while a number is typed
    void setReadOnly(bool on);                     ///< an attempt to edit then emits editRefused()

public slots:
    void copy();                           ///< copies the selection; of one cell its number
    void paste(bool isTransposed = false); ///< emits pasteWanted(), or editRefused()

signals:
    void picked(const QModelIndex& cell); ///< by a click, an arrow, or at the end of an edit
    void scrubBegan();
    void scrubCancelled();
    void scrubEnded();                                               ///< also after it was cancelled
    void cellStepped(int row, int column, float value, bool goesOn); ///< by a key, or goesOn: held, or by a scrub
    void blockCleared(const headlight::CellBlock& block);
    void blockCopied(const headlight::CellBlock& block); ///< to the clipboard, as tab-separated text
    void pasteWanted(bool isTransposed);                 ///< Ctrl+V, kPasteTransposed
    void editRefused();                                  ///< something was typed or dragged, but it is read-only
    void refused(const QString& message);                ///< empty: the last message no longer holds

protected:
    void endScrub();                    ///< ends a drag; the number that it has reached stays
    void finishEdit();                  ///< ends a drag and closes the editor; takes its text if it is a number
    NumberField* invalidEditor() const; ///< the editor with text that is no number, which keeps the focus; null: none
    void dropNonsense();                ///< closes invalidEditor(), if there is one, without its text

    using MatrixTable::edit;
    bool edit(const QModelIndex&, EditTrigger, QEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    void closeEditor(QWidget* editor, QAbstractItemDelegate::EndEditHint hint) override;
    void mousePressEvent(QMouseEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void mouseReleaseEvent(QMouseEvent*) override;
    void mouseDoubleClickEvent(QMouseEvent*) override;
    void focusInEvent(QFocusEvent*) override;
    void focusOutEvent(QFocusEvent*) override;
    void hideEvent(QHideEvent*) override;

private:
    enum class Scrub { None, Pressed, Active, Cancelled };

    NumberField* openEditor() const;
    void moveCurrent(int rowStep, int columnStep);
    bool moveOn(int step); ///< goes to the next or previous cell, row by row; false at the table's end
    bool handleKey(const QKeyEvent&);
    bool mayEdit(); ///< returns true, or emits editRefused()
    void beginScrub(int x, Qt::KeyboardModifiers modifiers);
    void cancelScrub();

    Scrub scrub_ = Scrub::None;
    ScrubDrag drag_;
    QPoint pressedAt_;
    QPersistentModelIndex pressed_;
};

} // namespace headlight
