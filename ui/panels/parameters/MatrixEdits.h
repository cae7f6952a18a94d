#pragma once

#include "document/Workbench.h"
#include "panels/parameters/pasteWays.h"
#include "paste/matrixFormats.h"
#include "paste/matrixText.h"
#include "session/parameters.h"
#include "table/MatrixTable.h"
#include "table/RowSource.h"

#include <QCoreApplication>

#include <functional>
#include <optional>

namespace headlight {

/// The matrix and cells of an edit, as a table shows them. A menu or a dialog keeps those of the moment when it was
/// opened, since the table may show another matrix when it is answered.
struct EditedMatrix {
    ParameterRef ref;
    bool isTransposed = false;
    RowSource rows;
    CellBlock block;                         ///< the selected block, or the whole matrix
    bool isSelected = false;                 ///< more than one cell is selected
    std::optional<PasteTarget::Cell> corner; ///< of the selected cells, or the current one; nullopt: see paste

    /// Returns the entry at a row and column of the screen.
    ParameterCell entryAt(const Session& session, int row, int column) const;
};

int widthOfHead(const ParameterRef&, const Session&); ///< the columns of a head in a table of all heads
/// Fills in %1 × %2, and the name of the matrix as %3.
QString blockLabel(const ParameterRef& ref, const QString& words, Index rows, Index columns);

/// The edits of a matrix, each of which is a step of history, and its ways to and from the clipboard. Rows and columns
/// are those on the screen.
class MatrixEdits {
    Q_DECLARE_TR_FUNCTIONS(MatrixEdits)

public:
    MatrixEdits(Workbench& workbench, QWidget* parent) : workbench_(workbench), parent_(parent) {}

    QString labelOf(const EditedMatrix&, int row, int column) const; ///< "Edit W_q[1, 2] of head 1"
    void replaceCell(const EditedMatrix&, int row, int column, float value, int gesture = 0);
    void clear(const EditedMatrix&);
    bool fill(const EditedMatrix&, float value);
    void setToIdentity(const EditedMatrix&);
    void drawAnew(const EditedMatrix&);
    void copy(const EditedMatrix&, const MatrixFormat& format = matrixFormats()[0], std::optional<int> decimals = {});

    // A block of the matrix's shape replaces it; any other begins at the corner, and one number fills a selected block.
    // Without a corner the whole matrix is meant. The user is asked if the shape differs or the block does not fit.
    void pasteText(const EditedMatrix&, const QString& text, bool isTransposed);
    void pasteFile(const EditedMatrix&, const QString& path); ///< .npy, .npz, .csv ...

private:
    struct Source {
        QString name, doing;
        double size;
        std::function<Result<PastedText>(const Watch&)> read;
    };
    void paste(const EditedMatrix&, const Source& source, bool isTransposed);
    /// Replaces a block as one step, named by `words`, in which %1 × %2 is the block's size and %3 the matrix.
    bool replaceBlock(const EditedMatrix&, const QString& words, int row, int column, const FrozenMatrix& block,
                      Workbench::Edit first = {});

    Workbench& workbench_;
    QWidget* parent_; ///< of questions
};

} // namespace headlight
