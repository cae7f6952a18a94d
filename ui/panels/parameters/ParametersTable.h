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

/// One matrix of the session on the screen, and a person's edits of it on their way to the Workbench.
class ParametersTable : public MatrixView {
    Q_OBJECT

public:
    explicit ParametersTable(Workbench& workbench, QWidget* parent = nullptr);

    /// Shows `rows`, those of `ref`, as columns if `turned`; the labels are those of what is seen. `groups` as in
    /// MatrixTableModel::setRowGroups.
    void show(const ParameterRef& ref, const RowSource& rows, const QStringList& rowLabels,
              const QStringList& columnLabels, std::vector<int> groups = {}, bool turned = false);

    /// Where it stands, if it is one of its numbers.
    std::optional<std::pair<int, int>> placeOf(const Address& number, const Session&) const;
    void showLight(const ViewState&); ///< frames the numbers that are lit, see ViewState::lit

    bool shows(const ParameterRef& ref, const RowSource& rows, bool turned) const;
    void forget() { given_ = {}; } ///< that it shows them: its labels are out of date

    /// Where a pasted block goes. Over the whole matrix; or at the selection: one of the matrix's own shape fills it,
    /// one number fills a selected block, any other begins at the current cell or the selection's corner. What has
    /// another shape or no room is asked about.
    enum class PasteTo { Whole, Selection };
    void pasteText(const QString& text, PasteTo to, bool transposed = false);
    void pasteFromClipboard(PasteTo to, bool transposed = false);
    void pasteFile(const QString& path, PasteTo to); ///< the matrices of a .npy, .npz, .safetensors, .csv ...

signals:
    void drawWanted(const ParameterRef&); ///< from a seed that a dialog asks for

protected:
    void contextMenuEvent(QContextMenuEvent*) override;

private:
    // Rows and columns are those that are seen, everywhere but in what is done to the session.
    void replaceCell(int row, int column, float value, int gesture = 0);
    void clear(const CellBlock& block);
    bool fill(const CellBlock& block, float value);
    void drawAnew(const CellBlock& block);
    void copy(const CellBlock& block, const MatrixFormat& format = matrixFormats()[0],
              std::optional<int> decimals = {});
    bool hasSelectedBlock() const; ///< of more than one cell
    void pasteFound(PasteTo to, bool isTransposed, const QString& from, const QString& doing, double size,
                    const std::function<Result<PastedText>(const Watch&)>& read);
    bool paste(const PasteWay&);
    /// As one step, named by `words` as in labelOf().
    bool replaceBlock(const QString& words, int row, int column, const FrozenMatrix& block, Workbench::Verb first = {});
    /// Its number in row and column as they are seen.
    ParameterCell entryAt(int row, int column) const;
    int widthOfHead(const Session&) const;
    void lightCell(const QModelIndex& cell);
    QString editLabel(int row, int column) const;
    QString labelOf(const QString& words, Index rows, Index columns) const; ///< %1 × %2, and %3 what it is of

    Workbench& workbench_;
    ParameterRef ref_;
    RowSource given_;
    RowSource shown_; ///< the same, maybe as columns
    bool turned_ = false;
    Session beforeScrub_;
    QString scrubLabel_;
    int gesture_ = 0;
};

} // namespace headlight
