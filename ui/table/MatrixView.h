#pragma once

#include "base/Matrix.h"
#include "table/ScrubDrag.h"

#include <QTableView>

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

/// A matrix under a person's hands: typed into like a spreadsheet, scrubbed by dragging a cell sideways. It only says
/// what was asked for; the matrix itself comes from its owner, at every step of a scrub if need be.
class MatrixView : public QTableView {
    Q_OBJECT

public:
    explicit MatrixView(QWidget* parent = nullptr);

    MatrixTableModel& matrixModel() { return *model_; }
    const MatrixTableModel& matrixModel() const { return *model_; }

    CellBlock selectedBlock() const; ///< of the selection; the whole matrix if at most one cell is selected
    CellBlock wholeBlock() const;
    void copySelection() { emit blockCopied(selectedBlock()); }
    void copyCells();                              ///< Ctrl+C: of one cell its number
    bool isEdited() const { return openEditor(); } ///< a number is being typed
    void setReadOnly(bool on);                     ///< its numbers look so; who wants to edit them gets editRefused()
    void setLabelWidth(int pixels);                ///< of the row labels, at the usual size of text
    void setFillsRoom();                           ///< whatever its rows are; else it is no higher than they are
    void showMarkedBand();                         ///< scrolls to its beginning, if not all of it is seen
    void markTwins();                              ///< after the model's row groups changed
    void setLit(const std::vector<std::pair<int, int>>& cells); ///< row and column: they get a frame

signals:
    void hovered(const QModelIndex& cell); ///< the one under the pointer; none: it left
    void picked(const QModelIndex& cell);  ///< by a click, an arrow, or at the end of an edit; Tab passes through
    void scrubBegan();
    void scrubMoved(int row, int column, float value);
    void scrubCancelled();
    void scrubEnded();                                                 ///< also after it was cancelled
    void cellStepped(int row, int column, float value, bool repeated); ///< Ctrl+Up, Ctrl+Down; repeated: key held
    void blockCleared(const headlight::CellBlock& block);
    void blockCopied(const headlight::CellBlock& block); ///< to the clipboard, as tab-separated text
    void pasteWanted(bool isTransposed);                 ///< Ctrl+V, kPasteTransposed
    void editRefused();                                  ///< something was typed or dragged, but it is read-only
    void refused(const QString& message);                ///< empty: no longer

protected:
    void endScrub();                ///< what was scrubbed so far stays
    void finishEdit();              ///< what was scrubbed so far, or typed, stays; but not what is no number
    QWidget* invalidEditor() const; ///< the one whose text is no number; it keeps the focus until it is corrected
    void dropNonsense();            ///< what is typed into a cell and no number, if there is some

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
    void fitHeight(); ///< between two rows and all of them: its layout decides
    void moveCurrent(int rowStep, int columnStep);
    bool moveOn(int step); ///< a cell on or back, from row to row; false at the table's end
    bool handleTab(const QKeyEvent&);
    bool handleKey(const QKeyEvent&);
    bool mayEdit(); ///< else says so
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
    bool fillsRoom_ = false;
    QPersistentModelIndex hovered_;
    std::vector<std::pair<int, int>> lit_;
    int shownGroup_ = -1;
};

} // namespace headlight
