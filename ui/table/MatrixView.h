#pragma once

#include "base/Matrix.h"
#include "table/ScrubDrag.h"

#include <QTableView>

#include <optional>
#include <utility>
#include <vector>

namespace headlight {

class MatrixHeader;
class MatrixTableModel;
class NumberDelegate;

inline constexpr QKeyCombination kPasteTransposed = Qt::CTRL | Qt::SHIFT | Qt::Key_V;

/// A rectangle of cells.
struct CellBlock {
    int row = 0, column = 0, rows = 0, columns = 0;
};

/// A view of a matrix that is edited by typing, as in a spreadsheet, or by dragging a cell sideways (scrubbing). It
/// only emits what the user asked for; its owner sets the changed matrix, at every step of a scrub if need be.
class MatrixView : public QTableView {
    Q_OBJECT

public:
    explicit MatrixView(QWidget* parent = nullptr);

    MatrixTableModel& matrixModel() { return *model_; }
    const MatrixTableModel& matrixModel() const { return *model_; }

    std::optional<CellBlock> selectedCells() const; ///< if more than one is selected
    CellBlock selectedBlock() const;                ///< selectedCells(), or the whole matrix
    void copySelection() { emit blockCopied(selectedBlock()); }
    bool isEdited() const { return openEditor(); } ///< true while a number is typed
    void setReadOnly(bool on);                     ///< an attempt to edit then emits editRefused()
    void setLabelWidth(int pixels);                ///< px of the row labels, at the usual text size
    void setFillsLayout();                         ///< makes it fill its layout; else it is no higher than its rows
    void showMarkedBand();                         ///< scrolls to its beginning, if not all of it is seen
    void markTwins();                              ///< marks them after the model's row groups changed
    void setLit(const std::vector<std::pair<int, int>>& cells); ///< frames these cells (row, column)

public slots:
    void copy();                           ///< copies the selection; of one cell its number
    void paste(bool isTransposed = false); ///< emits pasteWanted(), or editRefused()

signals:
    void hovered(const QModelIndex& cell); ///< the cell under the pointer; invalid: the pointer left
    void picked(const QModelIndex& cell);  ///< by a click, an arrow, or at the end of an edit; Tab passes through
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
    void endScrub();                ///< ends a drag; the number that it has reached stays
    void finishEdit();              ///< ends a drag and closes the editor; takes its text if it is a number
    QWidget* invalidEditor() const; ///< the editor with text that is no number, which keeps the focus; null: none
    void dropNonsense();            ///< closes invalidEditor(), if there is one, without its text

    bool event(QEvent*) override;
    using QTableView::edit;
    bool edit(const QModelIndex&, EditTrigger, QEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    void closeEditor(QWidget* editor, QAbstractItemDelegate::EndEditHint hint) override;
    void mousePressEvent(QMouseEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void mouseReleaseEvent(QMouseEvent*) override;
    void mouseDoubleClickEvent(QMouseEvent*) override;
    void leaveEvent(QEvent*) override;
    void focusInEvent(QFocusEvent*) override;
    void focusOutEvent(QFocusEvent*) override;
    void hideEvent(QHideEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    enum class Scrub { None, Pressed, Active, Cancelled };

    QWidget* openEditor() const;
    void fitHeaders();
    void fitColumns();
    void fitHeight(); ///< sets the maximum height to that of all rows, unless it fills its layout
    void moveCurrent(int rowStep, int columnStep);
    bool moveOn(int step); ///< goes to the next or previous cell, row by row; false at the table's end
    bool handleTab(const QKeyEvent&);
    bool handleKey(const QKeyEvent&);
    bool mayEdit(); ///< returns true, or emits editRefused()
    void beginScrub(int x, Qt::KeyboardModifiers modifiers);
    void cancelScrub();
    void extendSelectionTo(const QModelIndex& at);
    void setHovered(const QModelIndex& cell);

    MatrixTableModel* model_;
    NumberDelegate* delegate_;
    MatrixHeader *rowHeader_, *columnHeader_;
    Scrub scrub_ = Scrub::None;
    ScrubDrag drag_;
    QPoint pressedAt_;
    QPersistentModelIndex pressed_;
    int labelWidth_ = 34;
    bool fillsLayout_ = false;
    QPersistentModelIndex hovered_;
    std::vector<std::pair<int, int>> lit_;
    int shownGroup_ = -1;
};

} // namespace headlight
