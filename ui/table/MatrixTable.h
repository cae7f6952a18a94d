#pragma once

#include <QTableView>

#include <optional>
#include <utility>
#include <vector>

namespace headlight {

class MatrixHeader;
class MatrixTableModel;
class NumberDelegate;

/// A rectangle of cells.
struct CellBlock {
    int row = 0, column = 0, rows = 0, columns = 0;
};

/// A matrix as a table in which whole columns share the width, and twins (rows that share one vector with the row under
/// the pointer or the cursor) stand out.
class MatrixTable : public QTableView {
    Q_OBJECT

public:
    explicit MatrixTable(QWidget* parent = nullptr);

    MatrixTableModel& matrixModel() { return *model_; }
    const MatrixTableModel& matrixModel() const { return *model_; }

    std::optional<CellBlock> selectedCells() const;  ///< if more than one is selected
    CellBlock selectedBlock() const;                 ///< selectedCells(), or the whole matrix
    void setLabelWidth(int pixels);                  ///< px of the row labels, at the usual text size
    void setFillsLayout();                           ///< makes it fill its layout; else it is no higher than its rows
    void showMarkedBand();                           ///< scrolls to its beginning, if not all of it is seen
    void markTwins();                                ///< marks them after the model's row groups changed
    int markedGroup() const { return markedGroup_; } ///< of the rows that are twins; -1: none
    void setLit(const std::vector<std::pair<int, int>>& cells); ///< frames these cells (row, column)
    bool isLit(int row, int column) const;

signals:
    void hovered(const QModelIndex& cell); ///< the cell under the pointer; invalid: the pointer left

protected:
    NumberDelegate& delegate() { return *delegate_; }
    void setHovered(const QModelIndex& cell);
    void extendSelectionTo(const QModelIndex& at); ///< from the current cell

    bool event(QEvent*) override;
    void leaveEvent(QEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    void fitHeaders();
    void fitColumns();
    void fitHeight(); ///< sets the maximum height to that of all rows, unless it fills its layout

    MatrixTableModel* model_;
    NumberDelegate* delegate_;
    MatrixHeader *rowHeader_, *columnHeader_;
    int labelWidth_ = 34;
    bool fillsLayout_ = false;
    QPersistentModelIndex hovered_;
    std::vector<std::pair<int, int>> lit_;
    int markedGroup_ = -1;
};

} // namespace headlight
