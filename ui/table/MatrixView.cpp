#include "table/MatrixView.h"

#include "style/styleSheet.h"
#include "style/textSize.h"
#include "table/MatrixHeader.h"
#include "table/MatrixTableModel.h"
#include "table/NumberDelegate.h"
#include "table/paintBands.h"

#include <QApplication>
#include <QClipboard>
#include <QFocusEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMouseEvent>
#include <QScrollBar>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <utility>

namespace headlight {
namespace {

constexpr int kRowHeight = 22, kHeaderHeight = 24, kMinColumn = 44, kMinRows = 2;

} // namespace

MatrixView::MatrixView(QWidget* parent)
    : QTableView(parent),
      model_(new MatrixTableModel(this)),
      delegate_(new NumberDelegate(this)),
      rowHeader_(new MatrixHeader(Qt::Vertical, this)),
      columnHeader_(new MatrixHeader(Qt::Horizontal, this)) {
    setModel(model_);
    setItemDelegate(delegate_);
    setVerticalHeader(rowHeader_);
    setHorizontalHeader(columnHeader_);
    setShowGrid(false);
    setCornerButtonEnabled(false);
    setFrameShape(QFrame::NoFrame);
    setCornerWidget(new QWidget); // else the style draws a box between the scroll bars
    setSelectionMode(QAbstractItemView::ContiguousSelection);
    setEditTriggers(QAbstractItemView::AnyKeyPressed | QAbstractItemView::EditKeyPressed);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerItem);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setTabKeyNavigation(false); // Qt's goes on from the last cell to the first: see handleTab()
    viewport()->setMouseTracking(true);
    connect(delegate_, &NumberDelegate::committed, this, &MatrixView::moveCurrent);
    connect(delegate_, &NumberDelegate::refused, this, &MatrixView::refused);
    connect(model_, &MatrixTableModel::refused, this, &MatrixView::refused);
    for (auto shapeChanged : {&QAbstractItemModel::columnsInserted, &QAbstractItemModel::columnsRemoved})
        connect(model_, shapeChanged, this, [this] { fitColumns(); });
    for (auto shapeChanged : {&QAbstractItemModel::columnsInserted, &QAbstractItemModel::columnsRemoved,
                              &QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(model_, shapeChanged, this, &MatrixView::fitHeight);
    followTextSize(*this, [this] {
        rowHeader_->setDefaultSectionSize(textPx(kRowHeight));
        fitHeaders();
        fitColumns();
        fitHeight();
    });
    connect(model_, &MatrixTableModel::bandsChanged, this, [this] {
        fitHeaders();
        fitHeight();
        for (QWidget* one : {rowHeader_->viewport(), columnHeader_->viewport(), viewport()}) one->update();
    });
}

void MatrixView::setReadOnly(bool on) {
    if (on == model_->isReadOnly()) return;
    finishEdit(); // its text was meant for the previous numbers
    model_->setReadOnly(on);
    viewport()->update();
}

bool MatrixView::mayEdit() {
    if (model_->isReadOnly()) emit editRefused();
    return !model_->isReadOnly();
}

/// Refuses to edit a read-only table. A letter that is refused does not start a search either.
bool MatrixView::edit(const QModelIndex& at, EditTrigger trigger, QEvent* event) {
    const bool isAsked = trigger == AnyKeyPressed || trigger == EditKeyPressed || trigger == AllEditTriggers;
    return (isAsked && at.isValid() && !mayEdit()) || QTableView::edit(at, trigger, event);
}

void MatrixView::setLabelWidth(int pixels) {
    labelWidth_ = pixels;
    fitHeaders();
}

void MatrixView::setFillsLayout() { fillsLayout_ = true; }

void MatrixView::fitHeaders() {
    const Bands& bands = model_->bands();
    columnHeader_->setFixedHeight(textPx(kHeaderHeight) + bandsThickness(bands, Qt::Horizontal));
    rowHeader_->setFixedWidth(textPx(labelWidth_) + bandsThickness(bands, Qt::Vertical));
    // The minimum does not depend on the matrix, since that of the window would. Larger text brings a scroll bar.
    const int bar = textSize() > 1 ? horizontalScrollBar()->sizeHint().height() : 0;
    setMinimumHeight(columnHeader_->height() + textPx(kRowHeight) * kMinRows + bar);
    fitColumns();
}

void MatrixView::fitHeight() {
    if (fillsLayout_) return setMaximumHeight(QWIDGETSIZE_MAX);
    const bool scrolls = columnHeader_->length() > viewport()->width();
    const int rows = model_->rowCount(), bar = scrolls ? horizontalScrollBar()->sizeHint().height() : 0;
    setMaximumHeight(std::max(minimumHeight(), columnHeader_->height() + textPx(kRowHeight) * rows + bar));
}

void MatrixView::fitColumns() {
    constexpr int kBar = 11; // px, see style/styleSheet.cpp
    const int columns = model_->columnCount();
    // If rows may get a scroll bar, columns leave space for it, so that it moves nothing.
    const int space = fillsLayout_ ? width() - rowHeader_->minimumWidth() - kBar : viewport()->width();
    // Only whole columns are seen: a number that is cut reads as another number.
    if (columns > 0) columnHeader_->setDefaultSectionSize(space / std::clamp(space / textPx(kMinColumn), 1, columns));
}

void MatrixView::resizeEvent(QResizeEvent* event) {
    fitColumns();
    QTableView::resizeEvent(event);
    fitHeight();
}

void MatrixView::showMarkedBand() {
    const Bands& bands = model_->bands();
    if (bands.length == 0 || bands.marked < 0) return;
    const bool isAcross = bands.orientation == Qt::Horizontal;
    const int first = bands.marked * bands.length, row = std::max(rowAt(0), 0), column = std::max(columnAt(0), 0);
    for (const int section : {first + bands.length - 1, first})
        scrollTo(model_->index(isAcross ? row : section, isAcross ? section : column));
}

void MatrixView::moveCurrent(int rowStep, int columnStep) {
    if (columnStep != 0) {
        if (!moveOn(columnStep)) focusNextPrevChild(columnStep > 0);
        return;
    }
    const QModelIndex next = model_->index(currentIndex().row() + rowStep, currentIndex().column());
    if (!next.isValid()) return;
    setCurrentIndex(next);
    setHovered({}); // the pointer lies still, and its light would be taken for the cell's
    emit picked(next);
}

bool MatrixView::moveOn(int step) {
    const QModelIndex now = currentIndex();
    const int columns = model_->columnCount();
    if (!now.isValid() || columns == 0) return false;
    const std::int64_t place = std::int64_t{now.row()} * columns + now.column() + step;
    if (place < 0) return false;
    const QModelIndex next = model_->index(static_cast<int>(place / columns), static_cast<int>(place % columns));
    if (next.isValid()) setCurrentIndex(next);
    return next.isValid();
}

std::optional<CellBlock> MatrixView::selectedCells() const {
    const QItemSelection selection = selectionModel()->selection(); // ranges: all its indexes may be millions
    if (selection.size() != 1 || selection.first().width() * selection.first().height() <= 1) return std::nullopt;
    const QItemSelectionRange& r = selection.first(); // contiguous: there is but one
    return CellBlock{r.top(), r.left(), r.height(), r.width()};
}

CellBlock MatrixView::selectedBlock() const {
    return selectedCells().value_or(CellBlock{0, 0, model_->rowCount(), model_->columnCount()});
}

void MatrixView::copy() {
    if (!selectedCells() && selectionModel()->hasSelection())
        QApplication::clipboard()->setText(currentIndex().data(Qt::EditRole).toString());
    else
        copySelection();
}

void MatrixView::paste(bool isTransposed) {
    if (mayEdit()) emit pasteWanted(isTransposed);
}

// Text that is no number stays in its editor; Qt would close that as soon as another cell is the current one.

QWidget* MatrixView::openEditor() const {
    for (QLineEdit* editor : viewport()->findChildren<QLineEdit*>(Qt::FindDirectChildrenOnly))
        if (editor->isVisibleTo(viewport())) return editor;
    return nullptr;
}

QWidget* MatrixView::invalidEditor() const {
    QWidget* editor = openEditor();
    return editor && editor->property("invalid").toBool() ? editor : nullptr;
}

void MatrixView::finishEdit() {
    endScrub();
    QWidget* editor = openEditor();
    if (!editor) return;
    commitData(editor); // the number may be refused, with a message
    closeEditor(editor, QAbstractItemDelegate::RevertModelCache);
}

void MatrixView::closeEditor(QWidget* editor, QAbstractItemDelegate::EndEditHint hint) {
    const bool stays = editor && editor == invalidEditor() && hint != QAbstractItemDelegate::RevertModelCache;
    if (stays) return;
    if (editor) setLook(*editor, "invalid", false); // else the table would give it the focus again, and lose it
    QTableView::closeEditor(editor, hint);
}

void MatrixView::dropNonsense() {
    if (QWidget* editor = invalidEditor()) closeEditor(editor, QAbstractItemDelegate::RevertModelCache);
}

void MatrixView::focusInEvent(QFocusEvent* event) {
    QTableView::focusInEvent(event);
    if (QWidget* editor = invalidEditor()) editor->setFocus(event->reason());
    viewport()->update(); // the outline of the current cell
}

void MatrixView::focusOutEvent(QFocusEvent* event) {
    QTableView::focusOutEvent(event);
    endScrub(); // whatever takes the keyboard, a menu or a dialog, may take the release of the button, too
    viewport()->update();
}

void MatrixView::hideEvent(QHideEvent* event) {
    endScrub();
    QTableView::hideEvent(event);
}

// Twins: rows that share one vector with the row under the pointer or the cursor.

void MatrixView::leaveEvent(QEvent* event) {
    setHovered({});
    QTableView::leaveEvent(event);
}

void MatrixView::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
    QTableView::currentChanged(current, previous);
    columnHeader_->setCurrent(current.column(), -1);
    markTwins();
}

void MatrixView::setHovered(const QModelIndex& cell) {
    if (cell == hovered_) return;
    hovered_ = cell;
    markTwins();
    emit hovered(cell);
}

void MatrixView::setLit(const std::vector<std::pair<int, int>>& cells) {
    if (cells == lit_) return;
    const auto before = std::exchange(lit_, cells);
    delegate_->setLit(cells);
    for (const auto& changed : {before, cells})
        for (const auto& [row, column] : changed) update(model_->index(row, column));
}

void MatrixView::markTwins() {
    const int row = hovered_.isValid() ? hovered_.row() : currentIndex().row();
    const int group = model_->isShared(row) ? model_->rowGroup(row) : -1;
    rowHeader_->setCurrent(currentIndex().row(), group);
    if (group != shownGroup_) {
        shownGroup_ = group;
        delegate_->setMarkedGroup(group);
        viewport()->update();
    }
}

} // namespace headlight
