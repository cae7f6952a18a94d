#include "plot/accessibleMap.h"

#include "base/numberText.h"
#include "controls/accessibleItems.h"
#include "plot/HeatmapView.h"
#include "plot/cellWords.h"
#include "text/tokenizers.h"
#include "words/numberWords.h"
#include "words/rowWords.h"
#include "words/spoken.h"

#include <cstdint>
#include <limits>

namespace headlight {
namespace {

/// Returns the number as the inspector writes it: one that only rounds to 0 has an exponent.
QString spoken(float value) {
    const QString usual = QString::fromStdString(fixedPoint(static_cast<double>(value), 4));
    return std::isfinite(value) && roundsToZero(value, usual) ? withExponent(value, 2) : usual;
}

/// Items: the cells by rows, then a header for each row, then one for each column.
class AccessibleMap : public AccessibleItems, public QAccessibleTableInterface {
public:
    explicit AccessibleMap(HeatmapView* view) : AccessibleItems(view, QAccessible::Table), view_(*view) {}

    void* interface_cast(QAccessible::InterfaceType type) override {
        if (type == QAccessible::TableInterface) return static_cast<QAccessibleTableInterface*>(this);
        return AccessibleItems::interface_cast(type);
    }

    int rows() const { return view_.content().rows(); }
    int cols() const { return view_.content().cols(); }
    int cells() const { return rows() * cols(); }
    static_assert(std::int64_t{kMaxTokens} * (kMaxTokens + 2) <= std::numeric_limits<int>::max());
    Cell cellOf(int item) const { return cols() == 0 ? Cell{} : Cell{item / cols(), item % cols()}; }
    std::pair<int, int> shape() const override { return {rows(), cols()}; }
    QString rowName(int row) const { return view_.content().axes.rows->texts[static_cast<std::size_t>(row)]; }
    QString columnName(int col) const { return headlight::columnName(view_.content(), col); }

    int itemCount() const override { return cells() == 0 ? 0 : cells() + rows() + cols(); }
    QString nameOf(int item) const override {
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
    QRect placeOf(int item) const override {
        const MapArea area = view_.area();
        if (item < cells()) return area.cells(cellOf(item).query, cellOf(item).key, 1, 1).toAlignedRect();
        const bool isRow = item < cells() + rows();
        const QRect first = isRow ? area.cells(item - cells(), 0, 1, 1).toAlignedRect()
                                  : area.cells(0, item - cells() - rows(), 1, 1).toAlignedRect();
        return isRow ? QRect(0, first.top(), static_cast<int>(area.rect.left()), first.height())
                     : QRect(first.left(), 0, first.width(), static_cast<int>(area.rect.top()));
    }
    int itemAt(QPoint place) const override {
        const auto cell = view_.area().cellAt(place);
        return cell ? cell->query * cols() + cell->key : -1;
    }
    QAccessible::Role roleOf(int item) const override {
        if (item < cells()) return QAccessible::Cell;
        return item < cells() + rows() ? QAccessible::RowHeader : QAccessible::ColumnHeader;
    }
    bool isSelected(int item) const override {
        const auto selected = view_.content().selected();
        return item < cells() && selected && selected == cellOf(item);
    }
    bool isOfMask() const { return static_cast<bool>(view_.content().given); }
    bool hides(int item) const { return view_.content().hides(cellOf(item)); }
    void pick(int item) override {
        if (item < cells()) view_.pick(cellOf(item));
    }
    QAccessibleInterface* makeItem(int item) const override;

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
    void modelChange(QAccessibleTableModelChangeEvent*) override {} // see shape()

private:
    HeatmapView& view_;
};

class AccessibleCell : public AccessibleItem, public QAccessibleTableCellInterface {
public:
    AccessibleCell(const AccessibleMap& map, int item) : AccessibleItem(map, item) {}

    void* interface_cast(QAccessible::InterfaceType type) override {
        if (type == QAccessible::TableCellInterface) return static_cast<QAccessibleTableCellInterface*>(this);
        return AccessibleItem::interface_cast(type);
    }
    /// While the mask is edited, a cell is a check box, ticked where the query may attend to the key.
    QAccessible::State state() const override {
        QAccessible::State state = AccessibleItem::state();
        state.checkable = isValid() && map().isOfMask();
        state.checked = state.checkable && !map().hides(item());
        return state;
    }
    bool isSelected() const override { return map().isSelected(item()); }
    QList<QAccessibleInterface*> columnHeaderCells() const override {
        return {map().child(map().cells() + map().rows() + columnIndex())};
    }
    QList<QAccessibleInterface*> rowHeaderCells() const override { return {map().child(map().cells() + rowIndex())}; }
    int columnIndex() const override { return map().cellOf(item()).key; }
    int rowIndex() const override { return map().cellOf(item()).query; }
    int columnExtent() const override { return 1; }
    int rowExtent() const override { return 1; }
    QAccessibleInterface* table() const override { return parent(); }

private:
    const AccessibleMap& map() const { return static_cast<const AccessibleMap&>(all()); }
};

QAccessibleInterface* AccessibleMap::makeItem(int item) const {
    if (item < cells()) return new AccessibleCell(*this, item);
    return AccessibleItems::makeItem(item);
}

QAccessibleInterface* make(const QString& name, QObject* object) {
    if (name == QLatin1String("headlight::HeatmapView"))
        if (auto* view = qobject_cast<HeatmapView*>(object)) return new AccessibleMap(view);
    return nullptr;
}

} // namespace

void makeMapsAccessible() { QAccessible::installFactory(&make); }

} // namespace headlight
