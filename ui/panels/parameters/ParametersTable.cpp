#include "panels/parameters/ParametersTable.h"

#include "attention/program.h"
#include "panels/copyAs.h"
#include "panels/parameters/askForNumber.h"
#include "table/MatrixTableModel.h"
#include "words/parameterWords.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QFileDialog>
#include <QMenu>

#include <algorithm>

namespace headlight {
namespace {

constexpr int kWeightLabels = 24; // px, of x₁ to x₉₉
constexpr int kTokenLabels = 58;  // px, whatever the tokens are

/// Returns the stage of the first layer whose rows are rows of that table; none: it is no table of embeddings.
std::optional<Stage> stageOf(Parameter table, const Session& session) {
    for (const Op& op : programOf(session, 0))
        if (op.kind == Op::Kind::Lookup && op.parameters[0] == table) return op.result;
    return std::nullopt;
}

} // namespace

ParametersTable::ParametersTable(Workbench& workbench, QWidget* parent)
    : MatrixView(parent), workbench_(workbench), edits_(workbench, this) {
    QSizePolicy shares =
        sizePolicy(); // with too little height for two tables, each gets half, and what the other leaves
    shares.setVerticalStretch(1);
    setSizePolicy(shares);
    connect(&matrixModel(), &MatrixTableModel::cellEdited, this,
            [this](int row, int column, float value) { edits_.replaceCell(edited(), row, column, value); });
    connect(this, &MatrixView::refused, this,
            [this](const QString& message) { workbench_.messages().report(message); });
    connect(this, &MatrixView::scrubBegan, this, [this] {
        gesture_ = workbench_.document().newGesture();
        beforeScrub_ = workbench_.state().session;
        scrubLabel_ = edits_.labelOf(edited(), currentIndex().row(), currentIndex().column());
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
        edits_.replaceCell(edited(), row, column, value, gesture_);
    });
    connect(this, &MatrixView::picked, this, [this](const QModelIndex& at) {
        const Session& session = workbench_.state().session; // it may lack a number of another state
        if (!matrixModel().isReadOnly()) workbench_.select(edited().entryAt(session, at.row(), at.column()));
    });
    connect(this, &MatrixView::hovered, this, &ParametersTable::lightCell);
    connect(this, &MatrixView::blockCleared, this, [this](const CellBlock& block) { edits_.clear(edited(block)); });
    connect(this, &MatrixView::blockCopied, this, [this](const CellBlock& block) { edits_.copy(edited(block)); });
    connect(this, &MatrixView::pasteWanted, this,
            [this](bool isTransposed) { edits_.pasteText(edited(), QApplication::clipboard()->text(), isTransposed); });
}

EditedMatrix ParametersTable::edited(const std::optional<CellBlock>& block) const {
    const auto selected = selectedCells();
    const PasteTarget::Cell corner = selected ? PasteTarget::Cell{selected->row, selected->column}
                                              : PasteTarget::Cell{std::max(currentIndex().row(), 0),
                                                                  std::max(currentIndex().column(), 0)};
    return {ref_, isTransposed_, shown_, block.value_or(selectedBlock()), selected.has_value(), corner};
}

EditedMatrix ParametersTable::whole() const {
    EditedMatrix all = edited(CellBlock{0, 0, shown_.rows(), shown_.columns()});
    all.isSelected = false;
    all.corner.reset();
    return all;
}

void ParametersTable::show(const ViewState& state, const ParameterRef& ref) {
    matrixModel().setHeld(state.isDragging);
    showNumbers(state, ref);
    const Bands bands = headBands(state, ref, isTransposed_); // may change without the matrix, with the selected head
    if (bands == matrixModel().bands()) return;
    matrixModel().setBands(bands);
    showMarkedBand();
}

void ParametersTable::showNumbers(const ViewState& state, const ParameterRef& ref) {
    const Session& session = state.session;
    const Text* text = textOf(session, ref.parameter);
    const RowSource rows = text ? RowSource(text->embeddings, text->tokens) : RowSource(whole_.of(session, ref));
    const bool isTransposed = headlight::isTransposed(ref.parameter);
    const int heads = sizesOf(session, ref.layer).heads;
    const Labelled labelled{
        ref, isTransposed, rows.rows(), rows.columns(), heads, session.text.tokens, keyText(session).tokens};
    const bool areSameLabels = labelled == labelled_;
    const Origin& origin = origins_.of(state, ref);
    const bool isSameOrigin = origin.numbers == origin_.numbers && origin.title == origin_.title;
    if (areSameLabels && isSameOrigin && rows == given_) return;
    if (ref != ref_ || isTransposed != isTransposed_) { // a drag and typing end with the matrix that they edit
        finishEdit();
        matrixModel().setHeld(false);
    }
    ref_ = ref;
    shown_ = !isTransposed ? rows : isTransposed_ ? asColumns(rows, given_, shown_) : asColumns(rows);
    given_ = rows;
    isTransposed_ = isTransposed;
    origin_ = origin;
    labelled_ = labelled;
    if (!areSameLabels) {
        down_ = rowLabels(ref, session, rows.rows());
        across_ = columnLabelsOf(ref, session, rows.columns());
        if (isTransposed) std::swap(down_, across_);
        const bool areTokens = text || infoOf(ref.parameter).presence == Presence::Given;
        setLabelWidth(areTokens ? kTokenLabels : kWeightLabels);
        const QString name = ref.parameter == Parameter::X     ? tr("Embeddings")
                             : ref.parameter == Parameter::Xkv ? tr("Embeddings of the second sentence")
                                                               : nameText(ref);
        if (accessibleName() != name) setAccessibleName(name);
        matrixModel().setName(symbolText(ref.parameter));
    }
    matrixModel().setRowGroups(text ? text->tokens->ids : std::vector<int>());
    matrixModel().setRows(shown_, down_, across_);
    markTwins();
    if (areSameLabels && isSameOrigin) return;
    matrixModel().setOrigins(
        {isTransposed && origin.numbers ? FrozenMatrix(origin.numbers->transpose()) : origin.numbers,
         text && origin.numbers ? rowsBefore(state, ref.parameter) : std::vector<int>(), origin.since});
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
    const Session& session = workbench_.state().session;
    const ParameterCell entry = edited().entryAt(session, cell.row(), cell.column());
    std::vector<Address> lit{entry};
    if (const auto stage = stageOf(ref_.parameter, session))
        lit.insert(lit.begin(), CellRef{*stage, 0, 0, entry.row, entry.col});
    workbench_.light(lit);
}

// The menu of a cell. Its actions apply to the selection when it was opened: a block, or the whole matrix.

void ParametersTable::contextMenuEvent(QContextMenuEvent* event) {
    if (invalidEditor()) return;
    QMenu menu(this);
    menu.setAccessibleName(tr("Table"));
    fillMenu(menu, edited());
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard && currentIndex().isValid();
    menu.exec(byKey ? viewport()->mapToGlobal(visualRect(currentIndex()).center()) : event->globalPos());
}

void ParametersTable::fillMenu(QMenu& menu, const EditedMatrix& of) {
    const bool several = of.isSelected, isThere = of.rows.rows() > 0 && of.rows.columns() > 0;
    const auto add = [&](const QString& text, bool isPossible, auto does, const QKeySequence& key = {}) {
        QAction* action = menu.addAction(text);
        action->setEnabled(isThere && isPossible);
        if (of.corner) action->setShortcut(key); // keys are for the selection
        connect(action, &QAction::triggered, this, does);
    };
    const QString text = QApplication::clipboard()->text();
    const bool mayEdit = !matrixModel().isReadOnly(), mayPaste = mayEdit && !text.isEmpty();
    const bool isOne = of.corner && !several && selectionModel()->hasSelection();
    const QString number = isOne ? currentIndex().data(Qt::EditRole).toString() : QString();
    if (of.corner)
        add(
            several ? tr("&Copy block") : tr("&Copy number"), true,
            [=, this] { number.isEmpty() ? edits_.copy(of) : QApplication::clipboard()->setText(number); },
            QKeySequence::Copy);
    add(tr("Copy &matrix"), true, [this, all = whole()] { edits_.copy(all); });
    addCopyAs(
        menu, workbench_, several ? tr("Copy block &as") : tr("Copy matrix &as"),
        [this, of](const MatrixFormat& format, std::optional<int> decimals) { edits_.copy(of, format, decimals); });
    add(
        tr("&Paste"), mayPaste, [=, this] { edits_.pasteText(of, text, false); }, QKeySequence::Paste);
    add(
        tr("Paste &transposed"), mayPaste, [=, this] { edits_.pasteText(of, text, true); }, kPasteTransposed);
    add(tr("Paste from a fi&le…"), mayEdit, [this, of] {
        const QString path = QFileDialog::getOpenFileName(
            this, tr("Paste from a file"), {},
            tr("Matrices (*.npy *.npz *.safetensors *.csv *.tsv *.txt *.md *.json);;All files (*)"));
        if (!path.isEmpty()) edits_.pasteFile(of, path);
    });
    menu.addSeparator();
    const QString what = several ? tr("block") : tr("matrix");
    add(tr("&Fill %1 with…").arg(what), mayEdit, [this, of] {
        const QString question = blockLabel(of.ref, tr("Fill %1 × %2 of %3 with"), of.block.rows, of.block.columns);
        if (const auto value = askForNumber(this, {tr("Fill"), question, {}, tr("Number to fill with"), {}}))
            edits_.fill(of, *value);
    });
    add(tr("Set %1 to &zero").arg(what), mayEdit, [this, of] { edits_.clear(of); });
    add(tr("Set %1 to &identity").arg(what), mayEdit, [this, of] { edits_.setToIdentity(of); });
    add(tr("&Randomise %1").arg(what), mayEdit, [this, of] { edits_.drawAnew(of); });
    add(tr("Randomise &weights…"), mayEdit, [this, of] { emit drawWanted(of.ref); });
}

} // namespace headlight
