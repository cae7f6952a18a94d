#include "panels/maps/accessibleOverview.h"

#include "controls/accessibleItems.h"
#include "panels/maps/OverviewSheet.h"

namespace headlight {
namespace {

class AccessibleOverview : public AccessibleItems {
public:
    explicit AccessibleOverview(OverviewSheet* sheet) : AccessibleItems(sheet, QAccessible::List), sheet_(*sheet) {}

    int itemCount() const override { return heads().count(); }
    QString nameOf(int item) const override { return sheet_.nameOf(item); }
    QRect placeOf(int item) const override { return heads().card(item); }
    int itemAt(QPoint place) const override { return heads().itemAt(place); }
    QAccessible::Role roleOf(int) const override { return QAccessible::ListItem; }
    bool isSelected(int item) const override { return item == sheet_.selectedItem(); }
    void pick(int item) override { emit sheet_.picked(heads().placeOf(item), true); }

private:
    const OverviewLayout& heads() const { return sheet_.layoutOfHeads(); }

    OverviewSheet& sheet_;
};

QAccessibleInterface* make(const QString& name, QObject* object) {
    if (name != QLatin1String("headlight::OverviewSheet")) return nullptr;
    auto* sheet = qobject_cast<OverviewSheet*>(object);
    return sheet ? new AccessibleOverview(sheet) : nullptr;
}

} // namespace

void makeOverviewAccessible() { QAccessible::installFactory(&make); }

} // namespace headlight
