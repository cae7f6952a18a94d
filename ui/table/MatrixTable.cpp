#include "table/MatrixTable.h"

#include "style/textSize.h"
#include "table/MatrixHeader.h"
#include "table/MatrixTableModel.h"
#include "table/NumberDelegate.h"

#include <QResizeEvent>
#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace headlight {

constexpr int kRowHeight = 22, kHeaderHeight = 24, kMinColumn = 38, kMinRows = 2;

MatrixTable::MatrixTable(QWidget* parent)
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
    setHorizontalScrollMode(QAbstractItemView::ScrollPerItem);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    viewport()->setMouseTracking(true);
    for (auto shapeChanged : {&QAbstractItemModel::columnsInserted, &QAbstractItemModel::columnsRemoved,
                              &QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(model_, shapeChanged, this, [this] {
            fitColumns();
            fitHeight();
        });
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

void MatrixTable::setLabelWidth(int pixels) {
    labelWidth_ = pixels;
    fitHeaders();
}

void MatrixTable::setFillsLayout() { fillsLayout_ = true; }

void MatrixTable::fitHeaders() {
    columnHeader_->setFixedHeight(textPx(kHeaderHeight) + columnHeader_->bandsThickness());
    rowHeader_->setFixedWidth(textPx(labelWidth_) + rowHeader_->bandsThickness());
    // The minimum does not depend on the matrix, since that of the window would. Larger text brings a scroll bar.
    const int bar = textSize() > 1 ? horizontalScrollBar()->sizeHint().height() : 0;
    setMinimumHeight(columnHeader_->height() + textPx(kRowHeight) * kMinRows + bar);
    fitColumns();
}

void MatrixTable::fitHeight() {
    if (fillsLayout_) return setMaximumHeight(QWIDGETSIZE_MAX);
    const bool scrolls = columnHeader_->length() > viewport()->width();
    const int rows = model_->rowCount(), bar = scrolls ? horizontalScrollBar()->sizeHint().height() : 0;
    setMaximumHeight(std::max(minimumHeight(), columnHeader_->height() + textPx(kRowHeight) * rows + bar));
}

void MatrixTable::fitColumns() {
    constexpr int kBar = 11; // px, see style/styleSheet.cpp
    const int columns = model_->columnCount();
    // If rows may get a scroll bar, columns leave space for it, so that it moves nothing.
    const int space = fillsLayout_ ? width() - rowHeader_->minimumWidth() - kBar : viewport()->width();
    // Only whole columns are seen: a number that is cut reads as another number.
    if (columns > 0) columnHeader_->setDefaultSectionSize(space / std::clamp(space / textPx(kMinColumn), 1, columns));
}

/// Qt emits nothing if the viewport keeps its size.
bool MatrixTable::event(QEvent* event) {
    if (event->type() == QEvent::Resize) fitColumns();
    return QTableView::event(event);
}

void MatrixTable::resizeEvent(QResizeEvent* event) {
    fitColumns();
    QTableView::resizeEvent(event);
    fitHeight();
}

void MatrixTable::showMarkedBand() {
    const Bands& bands = model_->bands();
    if (bands.length == 0 || bands.marked < 0) return;
    const bool isAcross = bands.orientation == Qt::Horizontal;
    const int first = bands.marked * bands.length, row = std::max(rowAt(0), 0), column = std::max(columnAt(0), 0);
    for (const int section : {first + bands.length - 1, first})
        scrollTo(model_->index(isAcross ? row : section, isAcross ? section : column));
}

std::optional<CellBlock> MatrixTable::selectedCells() const {
    const QItemSelection selection = selectionModel()->selection(); // ranges: all its indexes may be millions
    if (selection.size() != 1 || selection.first().width() * selection.first().height() <= 1) return std::nullopt;
    const QItemSelectionRange& r = selection.first(); // contiguous: there is but one
    return CellBlock{r.top(), r.left(), r.height(), r.width()};
}

CellBlock MatrixTable::selectedBlock() const {
    return selectedCells().value_or(CellBlock{0, 0, model_->rowCount(), model_->columnCount()});
}

void MatrixTable::extendSelectionTo(const QModelIndex& at) {
    const QModelIndex from = currentIndex();
    if (!at.isValid()) return;
    if (!from.isValid()) return setCurrentIndex(at);
    const QModelIndex topLeft = model_->index(std::min(from.row(), at.row()), std::min(from.column(), at.column()));
    const QModelIndex bottomRight = model_->index(std::max(from.row(), at.row()), std::max(from.column(), at.column()));
    selectionModel()->select({topLeft, bottomRight}, QItemSelectionModel::ClearAndSelect);
}

void MatrixTable::leaveEvent(QEvent* event) {
    setHovered({});
    QTableView::leaveEvent(event);
}

void MatrixTable::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
    QTableView::currentChanged(current, previous);
    for (MatrixHeader* header : {rowHeader_, columnHeader_}) header->viewport()->update(); // they mark its section
    markTwins();
}

void MatrixTable::setHovered(const QModelIndex& cell) {
    if (cell == hovered_) return;
    hovered_ = cell;
    markTwins();
    emit hovered(cell);
}

void MatrixTable::setLit(const std::vector<std::pair<int, int>>& cells) {
    if (cells == lit_) return;
    const auto before = std::exchange(lit_, cells);
    for (const auto& changed : {before, cells})
        for (const auto& [row, column] : changed) update(model_->index(row, column));
}

bool MatrixTable::isLit(int row, int column) const {
    return std::ranges::find(lit_, std::pair(row, column)) != lit_.end();
}

void MatrixTable::markTwins() {
    const int row = hovered_.isValid() ? hovered_.row() : currentIndex().row();
    const int group = model_->isShared(row) ? model_->rowGroup(row) : -1;
    if (std::exchange(markedGroup_, group) == group) return;
    for (QWidget* one : {rowHeader_->viewport(), viewport()}) one->update();
}

} // namespace headlight
