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
    void pasteFromClipboard(PasteTo to, bool transposed = false);
    void pasteFile(const QString& path, PasteTo to) { pasteFile(subject(), path, to); } ///< .npy, .npz, .csv ...

signals:
    void drawWanted(const ParameterRef&); ///< from a seed that a dialog asks for

protected:
    void contextMenuEvent(QContextMenuEvent*) override;

private:
    // Rows and columns are those that are seen, everywhere but in what is done to the session.

    /// What an edit is of. A menu or a dialog keeps that of the moment when it was opened: when it is answered, the
    /// table may show another matrix.
    struct Subject {
        ParameterRef ref;
        bool isTurned = false;
        RowSource rows;
        CellBlock block;         ///< the selected one, or all of it
        bool isSelected = false; ///< more than one cell is
        PasteTarget::Cell current;
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
    bool paste(const Subject&, const PasteWay&);
    /// As one step, named by `words`, in which %1 × %2 is the block's size and %3 the matrix.
    bool replaceBlock(const Subject&, const QString& words, int row, int column, const FrozenMatrix& block,
                      Workbench::Verb first = {});
    /// Its number in row and column as they are seen.
    ParameterCell entryAt(const Subject&, int row, int column) const;
    void lightCell(const QModelIndex& cell);
    QString editLabel(const Subject&, int row, int column) const;

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
