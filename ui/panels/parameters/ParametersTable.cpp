#include "panels/parameters/ParametersTable.h"

#include "attention/program.h"
#include "document/compared.h"
#include "import/matrixFile.h"
#include "panels/copyAs.h"
#include "panels/parameters/allHeads.h"
#include "panels/parameters/asColumns.h"
#include "panels/parameters/askForNumber.h"
#include "panels/parameters/pasteWords.h"
#include "session/edits.h"
#include "table/MatrixTableModel.h"
#include "words/conventions.h"
#include "words/parameterWords.h"
#include "words/wording.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

/// Returns the stage of the first layer whose rows are rows of that table; none: it is no table of embeddings.
std::optional<Stage> stageOf(Parameter table, const Session& session) {
    for (const Op& op : programOf(session, 0))
        if (op.kind == Op::Kind::Lookup && op.parameters[0] == table) return op.result;
    return std::nullopt;
}

int widthOfHead(const ParameterRef& ref, const Session& session) {
    return static_cast<int>(lengthOf(infoOf(ref.parameter).cols, sizesOf(session, ref.layer)));
}

/// Fills in %1 × %2, and the name of the matrix as %3.
QString blockLabel(const ParameterRef& ref, const QString& words, Index rows, Index columns) {
    return words.arg(rows).arg(columns).arg(nameText(ref));
}

} // namespace

ParametersTable::ParametersTable(Workbench& workbench, QWidget* parent) : MatrixView(parent), workbench_(workbench) {
    connect(&matrixModel(), &MatrixTableModel::cellEdited, this,
            [this](int row, int column, float value) { replaceCell(subject(), row, column, value); });
    connect(this, &MatrixView::refused, this,
            [this](const QString& message) { workbench_.messages().report(message); });
    connect(this, &MatrixView::scrubBegan, this, [this] {
        gesture_ = workbench_.document().newGesture();
        beforeScrub_ = workbench_.state().session;
        scrubLabel_ = editLabel(subject(), currentIndex().row(), currentIndex().column());
        workbench_.set(&ViewState::isDragging, true);
    });
    connect(this, &MatrixView::scrubEnded, this, [this] { workbench_.set(&ViewState::isDragging, false); });
    connect(&workbench_, &Workbench::documentReplaced, this, [this] {
        endScrub(); // Esc must not restore the old document
        dropNonsense();
    });
    // This restores the state before the gesture, which leaves no step of history.
    connect(this, &MatrixView::scrubCancelled, this, [this] {
        workbench_.apply(
            scrubLabel_, [before = beforeScrub_](const Session&, const Watch&) { return before; }, gesture_);
    });
    connect(this, &MatrixView::cellStepped, this, [this](int row, int column, float value, bool goesOn) {
        if (!goesOn) gesture_ = workbench_.document().newGesture();
        replaceCell(subject(), row, column, value, gesture_);
    });
    connect(this, &MatrixView::picked, this,
            [this](const QModelIndex& at) { // a number of another state may not exist
                if (!matrixModel().isReadOnly()) workbench_.select(entryAt(subject(), at.row(), at.column()));
            });
    connect(this, &MatrixView::hovered, this, &ParametersTable::lightCell);
    connect(this, &MatrixView::blockCleared, this, [this](const CellBlock& block) { clear(subject(), block); });
    connect(this, &MatrixView::blockCopied, this, [this](const CellBlock& block) { copy(subject(), block); });
    connect(this, &MatrixView::pasteWanted, this,
            [this](bool isTransposed) { pasteFromClipboard(PasteTo::Selection, isTransposed); });
}

ParametersTable::Subject ParametersTable::subject() const {
    const auto selected = selectedCells();
    const PasteTarget::Cell corner = selected ? PasteTarget::Cell{selected->row, selected->column}
                                              : PasteTarget::Cell{std::max(currentIndex().row(), 0),
                                                                  std::max(currentIndex().column(), 0)};
    return {ref_, isTransposed_, shown_, selectedBlock(), selected.has_value(), corner};
}

void ParametersTable::show(const ParameterRef& ref, const RowSource& rows, const QStringList& rowLabels,
                           const QStringList& columnLabels, std::vector<int> groups, bool isTransposed) {
    if (ref != ref_ || isTransposed != isTransposed_) { // a drag and typing end with the matrix that they edit
        finishEdit();
        matrixModel().setHeld(false);
    }
    ref_ = ref;
    shown_ = !isTransposed ? rows : isTransposed_ ? asColumns(rows, given_, shown_) : asColumns(rows);
    given_ = rows;
    isTransposed_ = isTransposed;
    const QString name = ref.parameter == Parameter::X     ? tr("Embeddings")
                         : ref.parameter == Parameter::Xkv ? tr("Embeddings of the second sentence")
                                                           : nameText(ref);
    if (accessibleName() != name) setAccessibleName(name);
    matrixModel().setName(symbolText(ref.parameter));
    matrixModel().setRowGroups(std::move(groups));
    matrixModel().setRows(shown_, rowLabels, columnLabels);
    markTwins();
}

bool ParametersTable::shows(const ParameterRef& ref, const RowSource& rows, bool isTransposed) const {
    return ref == ref_ && given_ == rows && isTransposed_ == isTransposed;
}

/// In a table of all heads, the entry is of the head to which the column belongs.
ParameterCell ParametersTable::entryAt(const Subject& of, int row, int column) const {
    const ParameterRef& ref = of.ref;
    if (of.isTransposed) std::swap(row, column);
    const int layer = areEmbeddings(ref.parameter) ? 0 : ref.layer, head = belongsToHead(ref.parameter) ? ref.head : 0;
    if (!isOfAllHeads(ref)) return {ref.parameter, layer, head, row, column};
    const int width = widthOfHead(ref, workbench_.state().session);
    return {ref.parameter, layer, column / width, row, column % width};
}

/// Finds numbers of a stage, too, in the table of the embeddings.
std::optional<std::pair<int, int>> ParametersTable::placeOf(const Address& number, const Session& session) const {
    if (const auto* cell = std::get_if<CellRef>(&number)) {
        if (cell->layer > 0 || cell->stage != stageOf(ref_.parameter, session)) return std::nullopt;
        return std::pair(cell->row, cell->col);
    }
    const auto* entry = std::get_if<ParameterCell>(&number);
    if (!entry || entry->parameter != ref_.parameter) return std::nullopt;
    const bool isOfLayer = areEmbeddings(ref_.parameter) || entry->layer == ref_.layer;
    const bool isOfHead = !belongsToHead(ref_.parameter) || isOfAllHeads(ref_) || entry->head == ref_.head;
    if (!isOfLayer || !isOfHead) return std::nullopt;
    std::pair place(entry->row, entry->col);
    if (isOfAllHeads(ref_)) place.second += entry->head * widthOfHead(ref_, session);
    if (isTransposed_) std::swap(place.first, place.second);
    return place;
}

void ParametersTable::showLight(const ViewState& state) {
    std::vector<std::pair<int, int>> cells;
    for (const Address& number : state.lit)
        if (const auto place = placeOf(number, state.session)) cells.push_back(*place);
    setLit(cells);
}

void ParametersTable::lightCell(const QModelIndex& cell) {
    if (!cell.isValid() || matrixModel().isReadOnly()) return workbench_.light({});
    const ParameterCell entry = entryAt(subject(), cell.row(), cell.column());
    std::vector<Address> lit{entry};
    if (const auto stage = stageOf(ref_.parameter, workbench_.state().session))
        lit.insert(lit.begin(), CellRef{*stage, 0, 0, entry.row, entry.col});
    workbench_.light(lit);
}

QString ParametersTable::editLabel(const Subject& of, int row, int column) const {
    const ParameterCell entry = entryAt(of, row, column);
    const QString place = nameOfEntry(entry.parameter, workbench_.state().session, entry.row, entry.col);
    return belongsToHead(entry.parameter) ? tr("Edit %1 of head %2").arg(place, placeText(entry.head))
                                          : tr("Edit %1").arg(place);
}

void ParametersTable::replaceCell(const Subject& of, int row, int column, float value, int gesture) {
    const QString label = editLabel(of, row, column);
    if (of.isTransposed) std::swap(row, column);
    workbench_.apply(
        label, [=, ref = of.ref](const Session& now, const Watch&) { return withCell(now, ref, row, column, value); },
        gesture);
}

void ParametersTable::clear(const Subject& of, const CellBlock& b) {
    if (b.rows * b.columns == 1) return replaceCell(of, b.row, b.column, 0);
    replaceBlock(of, tr("Clear %1 × %2 in %3"), b.row, b.column, Matrix(Matrix::Zero(b.rows, b.columns)));
}

bool ParametersTable::fill(const Subject& of, float value) {
    const CellBlock& b = of.block;
    return replaceBlock(of, tr("Fill %1 × %2 of %3"), b.row, b.column,
                        Matrix(Matrix::Constant(b.rows, b.columns, value)));
}

void ParametersTable::drawAnew(const Subject& of) {
    const CellBlock &seen = of.block,
                    b = of.isTransposed ? CellBlock{seen.column, seen.row, seen.columns, seen.rows} : seen;
    workbench_.apply(
        blockLabel(of.ref, tr("Randomise %1 × %2 of %3"), seen.rows, seen.columns),
        [b, ref = of.ref](const Session& now, const Watch& watch) -> Result<Session> {
            const auto drawn = drawnAnew(now, ref, watch);
            if (!drawn) return drawn.problem();
            if (drawn->rows() < b.row + b.rows || drawn->cols() < b.column + b.columns)
                return Problem{"There is no " + nameOf(ref) + " of that size any more."};
            return withBlock(now, ref, b.row, b.column, drawn->block(b.row, b.column, b.rows, b.columns));
        },
        0, static_cast<double>(of.rows.rows()) * of.rows.columns());
}

void ParametersTable::copy(const Subject& of, const CellBlock& b, const MatrixFormat& format,
                           std::optional<int> decimals) {
    if (b.rows < 1 || b.columns < 1) return;
    const auto text = workbench_.made<std::string>(
        tr("Copying numbers"), static_cast<double>(b.rows) * b.columns,
        [b, &format, decimals, rows = of.rows](const Watch& watch) {
            const auto number = [&](Index r, Index c) { return rows.row(b.row + static_cast<int>(r))[b.column + c]; };
            return matrixAsText(Matrix::NullaryExpr(b.rows, b.columns, number), format, decimals, watch);
        });
    if (!text) return workbench_.messages().report(QString::fromStdString(text.text()));
    QApplication::clipboard()->setText(QString::fromStdString(*text));
    const ViewState& state = workbench_.state();
    const bool isOfCounterpart = state.maps.compared == Compared::Other;
    workbench_.messages().tell(blockLabel(of.ref, tr("Copied: %3, %1 × %2"), b.rows, b.columns) +
                               (isOfCounterpart ? tr(" (%1)").arg(otherName(state)) : QString()));
}

/// `first`, in the same step, resizes the matrix if the block does not fit.
bool ParametersTable::replaceBlock(const Subject& of, const QString& words, int row, int column,
                                   const FrozenMatrix& block, Workbench::Edit first) {
    const QString label = blockLabel(of.ref, words, block->rows(), block->cols());
    if (of.isTransposed) std::swap(row, column);
    const FrozenMatrix given = of.isTransposed ? FrozenMatrix(block->transpose()) : block;
    return workbench_.apply(
        label,
        [row, column, given, first = std::move(first), ref = of.ref](const Session& now,
                                                                     const Watch& watch) -> Result<Session> {
            const auto resized = first ? first(now, watch) : now;
            return resized ? withBlock(*resized, ref, row, column, *given) : resized;
        },
        0, static_cast<double>(block->size()));
}

void ParametersTable::pasteFromClipboard(PasteTo to, bool isTransposed) {
    pasteText(subject(), QApplication::clipboard()->text(), to, isTransposed);
}

void ParametersTable::pasteText(const Subject& of, const QString& text, PasteTo to, bool isTransposed) {
    pasteFound(of, to, isTransposed, tr("The text"), tr("Reading the numbers"), static_cast<double>(text.size()),
               [text = text.toStdString()](const Watch& watch) { return matricesFromText(text, watch); });
}

void ParametersTable::pasteFile(const Subject& of, const QString& path, PasteTo to) {
    const QFileInfo file(path);
    const QString name = file.fileName();
    pasteFound(of, to, false, tr("“%1”").arg(name), tr("Reading %1").arg(name), static_cast<double>(file.size()),
               [path = std::filesystem::path(path.toStdU16String())](const Watch& watch) {
                   return matricesFromFile(path, watch);
               });
}

void ParametersTable::pasteFound(const Subject& of, PasteTo to, bool isTransposed, const QString& from,
                                 const QString& doing, double size,
                                 const std::function<Result<PastedText>(const Watch&)>& read) {
    const auto refuse = [this](const QString& why) {
        workbench_.messages().report(why.isEmpty() ? why : tr("Nothing was pasted. %1").arg(why));
    };
    const int rows = of.rows.rows(), columns = of.rows.columns();
    if (rows == 0 || columns == 0) return refuse(tr("There are no tokens yet: type a sentence first."));
    // Clears the last paste's message.
    if (workbench_.state().problemKind != MessageKind::NotSaved) workbench_.messages().report({});
    const auto pasted = workbench_.made<PastedText>(doing, size, read);
    if (!pasted) return refuse(QString::fromStdString(pasted.text()));
    PasteTarget target{workbench_.state().session, of.ref, of.isTransposed, rows, columns};
    const PastedMatrix* chosen = askWhichMatrix(this, target, *pasted, from);
    if (!chosen) return;
    const FrozenMatrix block = isTransposed ? Matrix(chosen->numbers.transpose()) : chosen->numbers;
    const bool mayBeOutByIn = !isTransposed && isSquareWeight(target, *block),
               isOutByIn = mayBeOutByIn && (chosen->isParameter || chosen->name.ends_with(".weight"));
    if (to == PasteTo::Selection && of.isSelected && block->size() == 1) {
        if (fill(of, (*block)(0, 0)))
            workbench_.messages().tell(filledText(target, of.block.rows, of.block.columns, *block) +
                                       readingText(*pasted, false));
        return;
    }
    if (to == PasteTo::Selection) target.cell = of.corner;
    const auto way = askHowToPaste(this, target, block, isOutByIn);
    if (!way) return;
    const Text* words = textOf(workbench_.state().session, of.ref.parameter);
    const QString equal = words ? equalTokensText(*words->tokens, way->row, *way->numbers) : QString();
    Workbench::Edit resize;
    if (!way->sizes.empty())
        resize = [layer = of.ref.layer, sizes = way->sizes](const Session& now, const Watch& watch) {
            return withSizes(now, layer, sizes, watch);
        };
    if (!replaceBlock(of, tr("Paste %1 × %2 into %3"), way->row, way->column, way->numbers, std::move(resize))) return;
    if (const auto now = WholeMatrix().of(workbench_.state().session, of.ref)) // it may have another size now
        target.rows = static_cast<int>(now->rows()), target.columns = static_cast<int>(now->cols());
    const bool hasRemark = !isTransposed && !isOutByIn && isSquareWeight(target, *block);
    workbench_.messages().tell(way->done + equal + readingText(*pasted, hasRemark));
}

// The menu of a cell. Its actions apply to the selection when it was opened: a block, or the whole matrix.

void ParametersTable::contextMenuEvent(QContextMenuEvent* event) {
    if (invalidEditor()) return;
    QMenu menu(this);
    menu.setAccessibleName(tr("Table"));
    const Subject of = subject();
    const bool several = of.isSelected, isThere = of.rows.rows() > 0 && of.rows.columns() > 0;
    const auto add = [&](const QString& text, bool isPossible, auto does) {
        QAction* action = menu.addAction(text);
        action->setEnabled(isThere && isPossible);
        connect(action, &QAction::triggered, this, does);
        return action;
    };
    const QString text = QApplication::clipboard()->text();
    const bool mayEdit = !matrixModel().isReadOnly(), mayPaste = mayEdit && !text.isEmpty();
    const bool isOne = !several && selectionModel()->hasSelection();
    const QString number = isOne ? currentIndex().data(Qt::EditRole).toString() : QString();
    add(several ? tr("&Copy block") : tr("&Copy number"), true, [=, this] {
        number.isEmpty() ? copy(of, of.block) : QApplication::clipboard()->setText(number);
    })->setShortcut(QKeySequence::Copy);
    add(tr("Copy &matrix"), true, [this, of] { copy(of, {0, 0, of.rows.rows(), of.rows.columns()}); });
    addCopyAs(
        menu, several ? tr("Copy block &as") : tr("Copy matrix &as"),
        [this, of](const MatrixFormat& format, std::optional<int> decimals) { copy(of, of.block, format, decimals); });
    add(tr("&Paste"), mayPaste, [=, this] {
        pasteText(of, text, PasteTo::Selection, false);
    })->setShortcut(QKeySequence::Paste);
    add(tr("Paste &transposed"), mayPaste, [=, this] {
        pasteText(of, text, PasteTo::Selection, true);
    })->setShortcut(kPasteTransposed);
    add(tr("Paste from a fi&le…"), mayEdit, [this, of] {
        const QString path = QFileDialog::getOpenFileName(
            this, tr("Paste from a file"), {},
            tr("Matrices (*.npy *.npz *.safetensors *.csv *.tsv *.txt *.md *.json);;All files (*)"));
        if (!path.isEmpty()) pasteFile(of, path, PasteTo::Selection);
    });
    menu.addSeparator();
    const QString what = several ? tr("block") : tr("matrix");
    add(tr("&Fill %1 with…").arg(what), mayEdit, [this, of] {
        const QString question = blockLabel(of.ref, tr("Fill %1 × %2 of %3 with"), of.block.rows, of.block.columns);
        if (const auto value = askForNumber(this, {tr("Fill"), question, tr("Number to fill with"), {}}))
            fill(of, *value);
    });
    add(tr("Set %1 to &zero").arg(what), mayEdit, [this, of] { clear(of, of.block); });
    add(tr("Set %1 to &identity").arg(what), mayEdit, [this, of] {
        replaceBlock(of, tr("Set %1 × %2 of %3 to identity"), of.block.row, of.block.column,
                     Matrix(Matrix::Identity(of.block.rows, of.block.columns)));
    });
    add(tr("&Randomise %1").arg(what), mayEdit, [this, of] { drawAnew(of); });
    add(tr("Randomise &weights…"), mayEdit, [this, of] { emit drawWanted(of.ref); });
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard && currentIndex().isValid();
    menu.exec(byKey ? viewport()->mapToGlobal(visualRect(currentIndex()).center()) : event->globalPos());
}

} // namespace headlight
