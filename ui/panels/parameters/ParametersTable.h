#pragma once

#include "document/Workbench.h"
#include "panels/parameters/pasteWays.h"
#include "paste/matrixFormats.h"
#include "paste/matrixText.h"
#include "session/parameters.h"
#include "table/MatrixView.h"
#include "table/RowSource.h"

#include <functional>
#include <optional>
#include <utility>

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

    /// The target of a paste. Whole: the matrix. Selection: a block of the matrix's shape replaces it, one number fills
    /// a selected block, any other block begins at the current cell or the selection's corner. The user is asked if the
    /// shape differs or the block does not fit.
    enum class PasteTo { Whole, Selection };
    void pasteFromClipboard(PasteTo to, bool isTransposed = false);
    void pasteFile(const QString& path, PasteTo to) { pasteFile(subject(), path, to); } ///< .npy, .npz, .csv ...

signals:
    void drawWanted(const ParameterRef&); ///< from a seed that a dialog asks for

protected:
    void contextMenuEvent(QContextMenuEvent*) override;

private:
    // Rows and columns are those on the screen, except in edits of the session.

    /// The matrix and cells of an edit. A menu or a dialog keeps those of the moment when it was opened, since the
    /// table may show another matrix when it is answered.
    struct Subject {
        ParameterRef ref;
        bool isTransposed = false;
        RowSource rows;
        CellBlock block;          ///< the selected block, or the whole matrix
        bool isSelected = false;  ///< more than one cell is selected
        PasteTarget::Cell corner; ///< of the selected cells, or the current one
    };
    Subject subject() const;
    void replaceCell(const Subject&, int row, int column, float value, int gesture = 0);
    void clear(const Subject&, const CellBlock& block);
    bool fill(const Subject&, float value);
    void drawAnew(const Subject&);
    void copy(const Subject&, const CellBlock& block, const MatrixFormat& format = matrixFormats()[0],
              std::optional<int> decimals = {});
    void pasteText(const Subject&, const QString& text, PasteTo to, bool isTransposed);
    void pasteFile(const Subject&, const QString& path, PasteTo to);
    void pasteFound(const Subject&, PasteTo to, bool isTransposed, const QString& from, const QString& doing,
                    double size, const std::function<Result<PastedText>(const Watch&)>& read);
    /// Replaces a block as one step, named by `words`, in which %1 × %2 is the block's size and %3 the matrix.
    bool replaceBlock(const Subject&, const QString& words, int row, int column, const FrozenMatrix& block,
                      Workbench::Edit first = {});
    /// Returns the entry at a row and column of the screen.
    ParameterCell entryAt(const Subject&, int row, int column) const;
    void lightCell(const QModelIndex& cell);
    QString editLabel(const Subject&, int row, int column) const;

    Workbench& workbench_;
    ParameterRef ref_;
    RowSource given_;
    RowSource shown_; ///< given_, maybe as columns
    bool isTransposed_ = false;
    Session beforeScrub_;
    QString scrubLabel_;
    int gesture_ = 0;
};

} // namespace headlight
