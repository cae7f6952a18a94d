#include "controls/accessibleItems.h"
#include "panels/pipeline/MaskGrid.h"

namespace headlight {
namespace {

/// Items: the cells by rows. Each is a box that is ticked where the query may attend to the key.
class AccessibleMaskGrid : public AccessibleItems {
public:
    explicit AccessibleMaskGrid(MaskGrid* grid) : AccessibleItems(grid, QAccessible::List), grid_(*grid) {}

    MaskCell cellOf(int item) const { return {item / grid_.cols(), item % grid_.cols()}; }
    int itemCount() const override { return grid_.rows() * grid_.cols(); }
    QString nameOf(int item) const override { return grid_.wordsFor(cellOf(item)); }
    QRect placeOf(int item) const override {
        const auto [query, key] = cellOf(item);
        return grid_.area().cells(query, key, 1, 1).toAlignedRect();
    }
    int itemAt(QPoint place) const override {
        const auto cell = grid_.area().cellAt(place);
        return cell && cell->query < grid_.rows() && cell->key < grid_.cols() ? cell->query * grid_.cols() + cell->key
                                                                              : -1;
    }
    QAccessible::Role roleOf(int) const override { return QAccessible::CheckBox; }
    bool isSelected(int item) const override { return grid_.current() == cellOf(item); }
    void pick(int item) override { grid_.flip(cellOf(item)); }
    std::pair<int, int> shape() const override { return {grid_.rows(), grid_.cols()}; }
    bool isTicked(int item) const { return grid_.mayAttend(cellOf(item)); }

protected:
    QAccessibleInterface* makeItem(int item) const override;

private:
    MaskGrid& grid_;
};

class AccessibleMaskCell : public AccessibleItem {
public:
    using AccessibleItem::AccessibleItem;

    QAccessible::State state() const override {
        QAccessible::State state = AccessibleItem::state();
        state.checkable = true;
        state.checked = isValid() && static_cast<const AccessibleMaskGrid&>(all()).isTicked(item());
        return state;
    }
};

QAccessibleInterface* AccessibleMaskGrid::makeItem(int item) const { return new AccessibleMaskCell(*this, item); }

QAccessibleInterface* make(const QString& name, QObject* object) {
    if (name != QLatin1String("headlight::MaskGrid")) return nullptr;
    auto* grid = qobject_cast<MaskGrid*>(object);
    return grid ? new AccessibleMaskGrid(grid) : nullptr;
}

} // namespace

void makeMaskGridAccessible() { QAccessible::installFactory(&make); }

} // namespace headlight
