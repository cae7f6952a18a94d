#pragma once
// ui/table: tables over the session's matrices, whose numbers are edited by typing or by dragging (scrubbing). It uses
// no panel and no Workbench: a model emits what the user asked for, and its owner applies that. GUI thread only.

#include "base/Result.h"
#include "table/RowSource.h"
#include "words/Bands.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <optional>
#include <unordered_map>
#include <vector>

namespace headlight {

/// The numbers that cells once had.
struct CellOrigins {
    FrozenMatrix numbers;  ///< null: nothing is known
    std::vector<int> rows; ///< for each row of the table its row in `numbers`, -1: none; empty: the same rows
    QString since;         ///< "at the start"
    friend bool operator==(const CellOrigins&, const CellOrigins&) = default;
};

/// Numbers by which cells are tinted instead of their own. A cell without such a number has no tint.
struct CellTints {
    FrozenMatrix numbers; ///< for rows and columns of the table
    float largest = 0;    ///< the scale of the tints
    QString words;        ///< a line of the cell's tool tip; %1: its number here
    friend bool operator==(const CellTints&, const CellTints&) = default;
};

/// Reads what is typed into a cell: a number (numberFromInput()), or "-inf".
Result<float> cellFromInput(const QString& typed);

/// Rows of numbers as a table. It never changes them: setData() emits what the user asked for (cellEdited, refused),
/// and the changed rows come back through setRows().
class MatrixTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Role { ValueRole = Qt::UserRole }; ///< the number itself, float

    using QAbstractTableModel::QAbstractTableModel;

    /// Shows these rows. In the same shape it emits one dataChanged around what differs, or none. In another shape,
    /// rows and columns come and go at the end, so that selection, scrolling and an open editor stay.
    void setRows(const RowSource& rows, const QStringList& rowLabels, const QStringList& columnLabels);
    void setName(const QString& symbol) { name_ = symbol; } ///< "W_q", for tool tips
    void setReadOnly(bool on) { isReadOnly_ = on; }         ///< numbers that can only be read and copied
    bool isReadOnly() const { return isReadOnly_; }

    /// Sets a number for each row: rows with the same number share one vector (equal tokens). Empty: no rows do.
    void setRowGroups(std::vector<int> groups);
    /// Brackets columns or rows that belong together.
    void setBands(Bands);
    const Bands& bands() const { return bands_; }

    /// Marks the cells that had another number, and says in their tool tips which.
    void setOrigins(CellOrigins);
    std::optional<float> changedFrom(int row, int column) const;

    void setTints(std::optional<CellTints>); ///< null: cells are tinted by their own numbers
    /// Returns the number that the cell is tinted by, up to tintScale(); null: it has no tint.
    std::optional<float> tintAt(int row, int column) const;
    float tintScale() const { return tints_ ? tints_->largest : largest_; }

    int rowGroup(int row) const;  ///< -1 outside
    bool isShared(int row) const; ///< another row has its vector

    const RowSource& source() const { return source_; }
    float valueAt(int row, int column) const;
    float largest() const { return largest_; } ///< largest finite magnitude
    float widest() const;                      ///< largest(), negative if any number is
    /// While it is held, as a number is dragged, largest() only grows; it is measured again afterwards.
    void setHeld(bool);

    int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : rows_; }
    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : columns_; }
    QVariant data(const QModelIndex&, int role) const override;
    QVariant headerData(int section, Qt::Orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex&) const override;
    bool setData(const QModelIndex&, const QVariant& value, int role) override;

signals:
    void cellEdited(int row, int column, float value);
    void refused(const QString& message);
    void bandsChanged();

private:
    QString tipAt(int row, int column) const;
    void resize(int rows, int columns);
    std::vector<int> takeRows(const RowSource& rows);
    float measured() const; ///< returns the largest magnitude of the rows
    void cellsMoved();      ///< emits that all cells may look different
    void tellDifference(const RowSource& before, const std::vector<int>& differing, float widestBefore);

    RowSource source_;
    int rows_ = 0, columns_ = 0;
    std::vector<float> rowWidest_; ///< largest finite magnitude of each row, negative if any number in it is
    float largest_ = 0;
    bool isHeld_ = false, isReadOnly_ = false;
    QString name_;
    QStringList rowLabels_, columnLabels_;
    Bands bands_;
    CellOrigins origins_;
    std::optional<CellTints> tints_;
    std::vector<int> groups_;
    std::unordered_map<int, int> groupSizes_;
};

} // namespace headlight
