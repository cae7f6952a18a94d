#include "plot/accessibleMap.h"

#include "base/numberText.h"
#include "plot/HeatmapView.h"
#include "plot/cellWords.h"
#include "text/tokenizers.h"
#include "words/numberWords.h"
#include "words/rowWords.h"
#include "words/spoken.h"

#include <QAccessibleWidget>
#include <QPointer>

#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <utility>

namespace headlight {
namespace {

/// Returns the number as the inspector writes it: one that only rounds to 0 has an exponent.
QString spoken(float value) {
    const QString usual = QString::fromStdString(fixedPoint(static_cast<double>(value), 4));
    return std::isfinite(value) && roundsToZero(value, usual) ? withExponent(value, 2) : usual;
}

/// Describes a map to screen readers as a table. Items: the cells by rows, then a header for each row, then one for
/// each column. An item is made when it is first asked for, and kept for a while: of millions of cells only those that
/// are read exist.
class AccessibleMap : public QAccessibleWidget, public QAccessibleTableInterface {
public:
    explicit AccessibleMap(HeatmapView* view) : QAccessibleWidget(view, QAccessible::Table), view_(*view) {}
    ~AccessibleMap() override { forget(); }

    void* interface_cast(QAccessible::InterfaceType type) override {
        if (type == QAccessible::TableInterface) return static_cast<QAccessibleTableInterface*>(this);
        return QAccessibleWidget::interface_cast(type);
    }

    HeatmapView& view() const { return view_; }
    int rows() const { return view_.content().rows(); }
    int cols() const { return view_.content().cols(); }
    int cells() const { return rows() * cols(); }
    static_assert(std::int64_t{kMaxTokens} * (kMaxTokens + 2) <= std::numeric_limits<int>::max());
    Cell cellOf(int item) const { return cols() == 0 ? Cell{} : Cell{item / cols(), item % cols()}; }
    QString rowName(int row) const { return view_.content().axes.rows->texts[static_cast<std::size_t>(row)]; }
    QString columnName(int col) const { return headlight::columnName(view_.content(), col); }

    int childCount() const override { return cells() == 0 ? 0 : cells() + rows() + cols(); }
    QAccessibleInterface* child(int item) const override;
    int indexOfChild(const QAccessibleInterface* child) const override;
    QAccessibleInterface* childAt(int x, int y) const override {
        const auto cell = view_.area().cellAt(view_.mapFromGlobal(QPoint(x, y)));
        return cell ? cellAt(cell->query, cell->key) : nullptr;
    }

    QString nameOf(int item) const {
        if (item >= cells() + rows()) return columnName(item - cells() - rows());
        if (item >= cells()) return rowName(item - cells());
        const auto [row, col] = cellOf(item);
        const auto& tile = view_.content().tile;
        QStringList words{cellName(view_.content(), {row, col})};
        if (view_.content().look.isBlank(row, col)) {
            words << HeatmapView::tr("not computed yet");
            return words.join(QStringLiteral(", "));
        }
        if (view_.isMasked(row, col)) {
            words << (view_.content().look.isNew(row, col) ? HeatmapView::tr("new") : HeatmapView::tr("masked"));
        } else if (const auto value = view_.valueAt(row, col)) {
            words << HeatmapView::tr("%1 %2").arg(nameInMap(tile->demand.stage), spoken(*value));
            if (!tile->exact) words << HeatmapView::tr("%1 nearby").arg(pooledWords(*tile));
        }
        words << maskWords(view_.content(), {row, col}) << (tile ? rowSentence(tile->kindOf(row)) : QString());
        words.removeAll(QString());
        return words.join(QStringLiteral(", "));
    }
    QRect placeOf(int item) const {
        const MapArea area = view_.area();
        if (item < cells()) return area.cells(cellOf(item).query, cellOf(item).key, 1, 1).toAlignedRect();
        const bool isRow = item < cells() + rows();
        const QRect first = isRow ? area.cells(item - cells(), 0, 1, 1).toAlignedRect()
                                  : area.cells(0, item - cells() - rows(), 1, 1).toAlignedRect();
        return isRow ? QRect(0, first.top(), static_cast<int>(area.rect.left()), first.height())
                     : QRect(first.left(), 0, first.width(), static_cast<int>(area.rect.top()));
    }
    bool isSelected(int item) const {
        const auto selected = view_.content().selected();
        return item < cells() && selected && selected == cellOf(item);
    }

    // A table has one selected cell at most; it is chosen by the cell's own action.
    QAccessibleInterface* caption() const override { return nullptr; }
    QAccessibleInterface* summary() const override { return nullptr; }
    QAccessibleInterface* cellAt(int row, int col) const override {
        return row >= 0 && row < rows() && col >= 0 && col < cols() ? child(row * cols() + col) : nullptr;
    }
    int columnCount() const override { return cols(); }
    int rowCount() const override { return rows(); }
    QString columnDescription(int col) const override { return col >= 0 && col < cols() ? columnName(col) : QString(); }
    QString rowDescription(int row) const override { return row >= 0 && row < rows() ? rowName(row) : QString(); }
    int selectedCellCount() const override { return view_.content().selected() ? 1 : 0; }
    QList<QAccessibleInterface*> selectedCells() const override {
        const auto cell = view_.content().selected();
        return cell ? QList<QAccessibleInterface*>{cellAt(cell->query, cell->key)} : QList<QAccessibleInterface*>();
    }
    int selectedColumnCount() const override { return 0; }
    int selectedRowCount() const override { return 0; }
    QList<int> selectedColumns() const override { return {}; }
    QList<int> selectedRows() const override { return {}; }
    bool isColumnSelected(int) const override { return false; }
    bool isRowSelected(int) const override { return false; }
    bool selectRow(int) override { return false; }
    bool selectColumn(int) override { return false; }
    bool unselectRow(int) override { return false; }
    bool unselectColumn(int) override { return false; }
    void modelChange(QAccessibleTableModelChangeEvent*) override {} // see keptShape_

private:
    void forget() const;

    static constexpr std::size_t kMaxKept = 256;
    HeatmapView& view_;
    mutable std::pair<int, int> keptShape_{-1, -1}; ///< with another, a number means another item
    mutable std::map<int, QAccessible::Id> kept_;
    mutable std::deque<int> oldest_; ///< in the order in which they were made
};

/// A cell, or the header of a row or a column. While the mask is edited, a cell is a check box, ticked where the query
/// may attend to the key.
class AccessibleItem : public QAccessibleInterface,
                       public QAccessibleActionInterface,
                       public QAccessibleTableCellInterface {
public:
    AccessibleItem(const AccessibleMap& map, int item) : map_(map), view_(&map.view()), item_(item) {}

    int item() const { return item_; }
    bool isValid() const override { return view_ && item_ < map_.childCount(); }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return isValid() ? map_.window() : nullptr; }
    QAccessibleInterface* parent() const override { return view_ ? const_cast<AccessibleMap*>(&map_) : nullptr; }
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QString text(QAccessible::Text what) const override {
        return what == QAccessible::Name && isValid() ? map_.nameOf(item_) : QString();
    }
    void setText(QAccessible::Text, const QString&) override {}
    QRect rect() const override {
        if (!isValid()) return {};
        const QRect place = map_.placeOf(item_);
        return {view_->mapToGlobal(place.topLeft()), place.size()};
    }
    QAccessible::Role role() const override {
        if (!isValid()) return QAccessible::NoRole;
        if (isCell()) return QAccessible::Cell;
        return item_ < map_.cells() + map_.rows() ? QAccessible::RowHeader : QAccessible::ColumnHeader;
    }
    QAccessible::State state() const override {
        QAccessible::State state;
        state.invalid = !isValid();
        if (state.invalid) return state;
        state.selectable = true;
        state.selected = map_.isSelected(item_);
        state.invisible = !view_->isVisible();
        state.offscreen = !view_->rect().intersects(map_.placeOf(item_));
        state.checkable = isCell() && view_->content().given;
        state.checked = state.checkable && !view_->content().hides(map_.cellOf(item_));
        return state;
    }
    void* interface_cast(QAccessible::InterfaceType type) override {
        if (type == QAccessible::ActionInterface) return static_cast<QAccessibleActionInterface*>(this);
        const bool isTableCell = type == QAccessible::TableCellInterface && isCell();
        return isTableCell ? static_cast<QAccessibleTableCellInterface*>(this) : nullptr;
    }

    QStringList actionNames() const override { return {pressAction()}; }
    void doAction(const QString& name) override {
        if (name == pressAction() && isValid() && isCell()) view_->pick(map_.cellOf(item_));
    }
    QStringList keyBindingsForAction(const QString&) const override { return {}; }

    bool isSelected() const override { return map_.isSelected(item_); }
    QList<QAccessibleInterface*> columnHeaderCells() const override {
        return {map_.child(map_.cells() + map_.rows() + columnIndex())};
    }
    QList<QAccessibleInterface*> rowHeaderCells() const override { return {map_.child(map_.cells() + rowIndex())}; }
    int columnIndex() const override { return map_.cellOf(item_).key; }
    int rowIndex() const override { return map_.cellOf(item_).query; }
    int columnExtent() const override { return 1; }
    int rowExtent() const override { return 1; }
    QAccessibleInterface* table() const override { return parent(); }

private:
    bool isCell() const { return view_ && item_ < map_.cells(); }

    const AccessibleMap& map_; ///< lives as long as the view
    QPointer<HeatmapView> view_;
    int item_;
};

void AccessibleMap::forget() const {
    for (const auto& [item, id] : kept_) QAccessible::deleteAccessibleInterface(id);
    kept_.clear();
    oldest_.clear();
}

QAccessibleInterface* AccessibleMap::child(int item) const {
    const std::pair shape(rows(), cols());
    if (std::exchange(keptShape_, shape) != shape) forget();
    if (item < 0 || item >= childCount()) return nullptr;
    if (const auto found = kept_.find(item); found != kept_.end())
        if (QAccessibleInterface* made = QAccessible::accessibleInterface(found->second)) return made;
    if (kept_.size() >= kMaxKept) {
        const auto gone = kept_.find(oldest_.front());
        QAccessible::deleteAccessibleInterface(gone->second);
        kept_.erase(gone);
        oldest_.pop_front();
    }
    auto* made = new AccessibleItem(*this, item); // Qt owns it
    if (kept_.insert_or_assign(item, QAccessible::registerAccessibleInterface(made)).second) oldest_.push_back(item);
    return made;
}

int AccessibleMap::indexOfChild(const QAccessibleInterface* child) const {
    const auto* item = dynamic_cast<const AccessibleItem*>(child);
    return item && item->parent() == this ? item->item() : -1;
}

QAccessibleInterface* make(const QString& name, QObject* object) {
    if (name == QLatin1String("headlight::HeatmapView"))
        if (auto* view = qobject_cast<HeatmapView*>(object)) return new AccessibleMap(view);
    return nullptr;
}

} // namespace

void makeMapsAccessible() { QAccessible::installFactory(&make); }

} // namespace headlight
