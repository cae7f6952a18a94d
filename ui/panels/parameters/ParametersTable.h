#pragma once

#include "panels/parameters/MatrixEdits.h"
#include "table/MatrixView.h"

#include <optional>
#include <utility>
#include <vector>

namespace headlight {

/// One matrix of the session as a table. It sends the user's edits to the Workbench.
class ParametersTable : public MatrixView {
    Q_OBJECT

public:
    explicit ParametersTable(Workbench& workbench, QWidget* parent = nullptr);

    /// Shows `rows`, those of `ref`, as columns if `isTransposed`. Labels are those of the rows and columns on the
    /// screen. `groups`: see MatrixTableModel::setRowGroups.
    void show(const ParameterRef& ref, const RowSource& rows, const QStringList& rowLabels,
              const QStringList& columnLabels, std::vector<int> groups = {}, bool isTransposed = false);

    /// Returns the row and column of a number; nullopt if it is not of this matrix.
    std::optional<std::pair<int, int>> placeOf(const Address& number, const Session&) const;
    void showLight(const ViewState&); ///< frames the numbers that are lit, see ViewState::lit

    bool shows(const ParameterRef& ref, const RowSource& rows, bool isTransposed) const;
    void forget() { given_ = {}; } ///< makes shows() false: its labels are out of date

    EditedMatrix whole() const; ///< the matrix, without a corner
    /// Adds what can be done with these numbers, as they are when the menu is opened.
    void fillMenu(QMenu& menu, const EditedMatrix& of);

signals:
    void drawWanted(const ParameterRef&); ///< from a seed that a dialog asks for

protected:
    void contextMenuEvent(QContextMenuEvent*) override;

private:
    EditedMatrix edited(const std::optional<CellBlock>& block = {}) const; ///< nullopt: the selected block
    void lightCell(const QModelIndex& cell);

    Workbench& workbench_;
    MatrixEdits edits_;
    ParameterRef ref_;
    RowSource given_;
    RowSource shown_; ///< given_, maybe as columns
    bool isTransposed_ = false;
    Session beforeScrub_;
    QString scrubLabel_;
    int gesture_ = 0;
};

} // namespace headlight
