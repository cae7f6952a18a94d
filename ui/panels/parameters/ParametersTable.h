#pragma once

#include "base/Result.h"
#include "document/ViewState.h"
#include "session/parameters.h"
#include "table/MatrixView.h"
#include "table/RowSource.h"

namespace headlight {

class Workbench;

/// One matrix of the session on the screen, and a person's edits of it on their way to the Workbench.
class ParametersTable : public MatrixView {
    Q_OBJECT

public:
    explicit ParametersTable(Workbench& workbench, QWidget* parent = nullptr);

    /// Shows `rows`, those of `ref`. `groups` as in MatrixTableModel::setRowGroups.
    void show(const ParameterRef& ref, const RowSource& rows, const QStringList& rowLabels,
              const QStringList& columnLabels, std::vector<int> groups = {});

    bool shows(const ParameterRef& ref, const RowSource& rows) const;

    /// What the Paste button does: a block of the matrix's own shape fills it, one number fills a
    /// selected block, any other begins at the current cell.
    void pasteFromClipboard();

private:
    void replaceCell(int row, int column, float value, int gesture = 0);
    void clear(const CellBlock& block);
    void fill(const CellBlock& block, float value);
    bool hasSelectedBlock() const; ///< of more than one cell
    Result<Matrix> read(const QString& pasted);
    void paste(const Result<Matrix>& pasted, int row, int column);
    bool replaceBlock(const QString& label, int row, int column, Matrix block);
    QString editLabel(int row, int column) const;

    Workbench& workbench_;
    ParameterRef ref_;
    Session beforeScrub_;
    QString scrubLabel_;
    int gesture_ = 0;
};

} // namespace headlight
