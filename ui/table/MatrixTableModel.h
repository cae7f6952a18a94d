#pragma once
// ui/table: tables over the session's matrices, and the hands that type into them and scrub them. Knows no panel and
// no Workbench: a model says what was asked for, its owner applies that. GUI thread only.

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
    std::vector<int> rows; ///< for each row of the table one of them, -1: none; empty: the same
    QString since;         ///< "when opened"
    friend bool operator==(const CellOrigins&, const CellOrigins&) = default;
};

/// What cells are tinted by instead of their own numbers. A cell that has none has no tint.
struct CellTints {
    FrozenMatrix numbers; ///< for rows and columns of the table
    float largest = 0;    ///< the scale of the tints
    QString words;        ///< of a cell's tool tip; %2: its number here
    friend bool operator==(const CellTints&, const CellTints&) = default;
};

/// Rows of numbers as a table. Never changes them: setData says what a person asked for (cellEdited, refused), and the
/// changed rows come back through setRows.
class MatrixTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Role { ValueRole = Qt::UserRole }; ///< the number itself, float

    using QAbstractTableModel::QAbstractTableModel;

    /// Of the same shape: one dataChanged around what differs, none if nothing does. Of another shape: rows and
    /// columns come and go at the end, so that selection, scrolling and an open editor stay.
    void setRows(const RowSource& rows, const QStringList& rowLabels, const QStringList& columnLabels);
    void setName(const QString& symbol) { name_ = symbol; } ///< "W_q", for tool tips
    void setReadOnly(bool on) { isReadOnly_ = on; }         ///< numbers that can only be read and copied
    bool isReadOnly() const { return isReadOnly_; }

    /// Rows with the same number share one vector (equal tokens); empty: every row for itself.
    void setRowGroups(std::vector<int> groups);
    /// Columns or rows that belong together are bracketed.
    void setBands(Bands);
    const Bands& bands() const { return bands_; }

    /// A cell that had another number gets a mark, and its tool tip says which.
    void setOrigins(CellOrigins);
    std::optional<float> changedFrom(int row, int column) const;

    void setTints(std::optional<CellTints>); ///< nothing: by their own numbers
    /// What the cell is tinted by, of tintScale(); nothing: it has no tint.
    std::optional<float> tintAt(int row, int column) const;
    float tintScale() const { return tints_ ? tints_->largest : largest_; }

    int rowGroup(int row) const;  ///< -1 outside
    bool isShared(int row) const; ///< another row has its vector

    const RowSource& source() const { return source_; }
    float valueAt(int row, int column) const;
    float largest() const { return largest_; } ///< largest finite magnitude
    /// While a number is dragged that scale only widens; it settles afterwards. Another matrix begins anew.
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
    float measured() const; ///< the largest of all rows
    void cellsMoved();      ///< how all of them look
    void tellDifference(const RowSource& before, const std::vector<int>& differing, float largestBefore);

    RowSource source_;
    int rows_ = 0, columns_ = 0;
    std::vector<float> rowLargest_; ///< largest finite magnitude of each row
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
