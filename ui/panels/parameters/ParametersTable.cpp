#include "panels/parameters/ParametersTable.h"

#include "document/Workbench.h"
#include "paste/matrixText.h"
#include "session/edits.h"
#include "table/MatrixTableModel.h"

#include <QApplication>
#include <QClipboard>

#include <algorithm>
#include <utility>

namespace headlight {

ParametersTable::ParametersTable(Workbench& workbench, QWidget* parent) : MatrixView(parent), workbench_(workbench) {
    MatrixTableModel& model = matrixModel();
    connect(&model, &MatrixTableModel::cellEdited, this,
            [this](int row, int column, float value) { replaceCell(row, column, value); });
    connect(this, &MatrixView::refused, this, [this](const QString& message) { workbench_.report(message); });
    connect(this, &MatrixView::scrubBegan, this, [this] {
        gesture_ = workbench_.newGesture();
        beforeScrub_ = workbench_.state().session;
        workbench_.setDragging(true);
    });
    connect(this, &MatrixView::scrubEnded, this, [this] { workbench_.setDragging(false); });
    connect(this, &MatrixView::scrubMoved, this, [this](int row, int column, float value) {
        scrubLabel_ = editLabel(row, column);
        replaceCell(row, column, value, gesture_);
    });
    connect(&workbench_, &Workbench::documentReplaced, this, [this] {
        endScrub(); // Esc must not bring the old one back
        dropNonsense();
    });
    // The gesture ends where it began: no step of history stays.
    connect(this, &MatrixView::scrubCancelled, this, [this] {
        workbench_.apply(
            scrubLabel_, [before = beforeScrub_](const Session&, const Watch&) { return before; }, gesture_);
    });
    connect(this, &MatrixView::cellStepped, this, [this](int row, int column, float value, bool repeated) {
        if (!repeated) gesture_ = workbench_.newGesture();
        replaceCell(row, column, value, gesture_);
    });
    connect(this, &MatrixView::blockCleared, this, &ParametersTable::clear);
    connect(this, &MatrixView::textPasted, this, [this](const QString& text) {
        const CellBlock block = selectedBlock(); // of a selection, its corner; else the current cell
        const bool several = hasSelectedBlock();
        paste(read(text), several ? block.row : currentIndex().row(), several ? block.column : currentIndex().column());
    });
}

void ParametersTable::show(const ParameterRef& ref, const RowSource& rows, const QStringList& rowLabels,
                           const QStringList& columnLabels, std::vector<int> groups) {
    if (ref != ref_) { // the rest of a drag is not meant for another matrix, nor is what is being typed
        endScrub();
        dropNonsense();
    }
    ref_ = ref;
    const QString symbol = QString::fromLatin1(symbolOf(ref.parameter));
    const QString name = ref.parameter == Parameter::X ? tr("Embeddings") : symbol;
    if (accessibleName() != name) setAccessibleName(name);
    matrixModel().setName(symbol);
    matrixModel().setRowGroups(std::move(groups));
    matrixModel().setRows(rows, rowLabels, columnLabels);
    markTwins();
}

bool ParametersTable::shows(const ParameterRef& ref, const RowSource& rows) const {
    return ref == ref_ && matrixModel().source() == rows;
}

QString ParametersTable::editLabel(int row, int column) const {
    const QString place =
        QStringLiteral("%1[%2, %3]").arg(QLatin1String(symbolOf(ref_.parameter))).arg(row + 1).arg(column + 1);
    return belongsToHead(ref_.parameter) ? tr("Edit %1 of head %2").arg(place).arg(ref_.head + 1)
                                         : tr("Edit %1").arg(place);
}

void ParametersTable::replaceCell(int row, int column, float value, int gesture) {
    workbench_.apply(
        editLabel(row, column),
        [=, ref = ref_](const Session& now, const Watch&) { return withCell(now, ref, row, column, value); }, gesture);
}

void ParametersTable::clear(const CellBlock& b) {
    const QString label =
        b.rows * b.columns == 1
            ? editLabel(b.row, b.column)
            : tr("Clear %1 × %2 in %3").arg(b.rows).arg(b.columns).arg(QString::fromStdString(nameOf(ref_)));
    replaceBlock(label, b.row, b.column, Matrix::Zero(b.rows, b.columns));
}

void ParametersTable::fill(const CellBlock& b, float value) {
    const QString label = tr("Fill %1 × %2 of %3").arg(b.rows).arg(b.columns).arg(QString::fromStdString(nameOf(ref_)));
    replaceBlock(label, b.row, b.column, Matrix::Constant(b.rows, b.columns, value));
}

bool ParametersTable::replaceBlock(const QString& label, int row, int column, Matrix block) {
    const auto numbers = static_cast<double>(block.size());
    return workbench_.apply(
        label,
        [row, column, ref = ref_, shared = FrozenMatrix(std::move(block))](const Session& now, const Watch&) {
            return withBlock(now, ref, row, column, *shared);
        },
        0, numbers);
}

bool ParametersTable::hasSelectedBlock() const {
    const QItemSelection selection = selectionModel()->selection();
    return selection.size() == 1 && selection.first().width() * selection.first().height() > 1;
}

void ParametersTable::pasteFromClipboard() {
    const auto block = read(QApplication::clipboard()->text());
    const bool whole = block && block->rows() == matrixModel().rowCount() &&
                       block->cols() == matrixModel().columnCount();
    paste(block, whole ? 0 : currentIndex().row(), whole ? 0 : currentIndex().column());
}

Result<Matrix> ParametersTable::read(const QString& pasted) {
    return workbench_.made<Matrix>(
        tr("Reading the numbers"), static_cast<double>(pasted.size()),
        [text = pasted.toStdString()](const Watch& watch) { return matrixFromText(text, watch); });
}

void ParametersTable::paste(const Result<Matrix>& block, int row, int column) {
    if (!block) return workbench_.report(QString::fromStdString(block.text()));
    if (block->size() == 1 && hasSelectedBlock()) return fill(selectedBlock(), (*block)(0, 0));
    row = std::max(row, 0);
    column = std::max(column, 0);
    const QString label =
        tr("Paste %1 × %2 into %3").arg(block->rows()).arg(block->cols()).arg(QString::fromStdString(nameOf(ref_)));
    if (!replaceBlock(label, row, column, *block)) return;
    const Index missedRows = std::max<Index>(0, row + block->rows() - matrixModel().rowCount());
    const Index missedColumns = std::max<Index>(0, column + block->cols() - matrixModel().columnCount());
    if (missedRows > 0 || missedColumns > 0)
        workbench_.report(tr("The pasted block is %1 × %2: what reached beyond the edge of %3 was left out "
                             "(rows: %4, columns: %5).")
                              .arg(block->rows())
                              .arg(block->cols())
                              .arg(QString::fromStdString(nameOf(ref_)))
                              .arg(missedRows)
                              .arg(missedColumns),
                          MessageKind::Caution);
}

} // namespace headlight
