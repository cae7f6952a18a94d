#include "controls/accessibleItems.h"

#include <QWidget>

namespace headlight {

AccessibleItems::~AccessibleItems() { forget(); }

void AccessibleItems::forget() const {
    for (const auto& [item, id] : kept_) QAccessible::deleteAccessibleInterface(id);
    kept_.clear();
    oldest_.clear();
}

QAccessibleInterface* AccessibleItems::child(int item) const {
    if (std::exchange(keptShape_, shape()) != keptShape_) forget(); // a number means another item now
    if (item < 0 || item >= itemCount()) return nullptr;
    if (const auto found = kept_.find(item); found != kept_.end())
        if (QAccessibleInterface* made = QAccessible::accessibleInterface(found->second)) return made;
    if (kept_.size() >= kMaxKept) {
        const auto gone = kept_.find(oldest_.front());
        QAccessible::deleteAccessibleInterface(gone->second);
        kept_.erase(gone);
        oldest_.pop_front();
    }
    QAccessibleInterface* made = makeItem(item);
    if (kept_.insert_or_assign(item, QAccessible::registerAccessibleInterface(made)).second) oldest_.push_back(item);
    return made;
}

int AccessibleItems::indexOfChild(const QAccessibleInterface* child) const {
    const auto* item = dynamic_cast<const AccessibleItem*>(child);
    return item && item->parent() == this ? item->item() : -1;
}

QAccessibleInterface* AccessibleItems::childAt(int x, int y) const {
    return child(itemAt(widget()->mapFromGlobal(QPoint(x, y))));
}

QAccessibleInterface* AccessibleItems::makeItem(int item) const { return new AccessibleItem(*this, item); }

AccessibleItem::AccessibleItem(const AccessibleItems& owner, int item)
    : owner_(const_cast<AccessibleItems*>(&owner)), widget_(qobject_cast<QWidget*>(owner.object())), item_(item) {}

bool AccessibleItem::isValid() const { return widget_ && item_ < all().itemCount(); }

QAccessibleInterface* AccessibleItem::parent() const { return widget_ ? owner_ : nullptr; }

QString AccessibleItem::text(QAccessible::Text what) const {
    return what == QAccessible::Name && isValid() ? all().nameOf(item_) : QString();
}

QRect AccessibleItem::rect() const {
    if (!isValid()) return {};
    const QRect place = all().placeOf(item_);
    return {widget_->mapToGlobal(place.topLeft()), place.size()};
}

QAccessible::Role AccessibleItem::role() const { return isValid() ? all().roleOf(item_) : QAccessible::NoRole; }

QAccessible::State AccessibleItem::state() const {
    QAccessible::State state;
    if (!isValid()) {
        state.invalid = true;
        return state;
    }
    state.selectable = true;
    state.selected = all().isSelected(item_);
    state.invisible = !widget_->isVisible();
    state.offscreen = !widget_->rect().intersects(all().placeOf(item_));
    return state;
}

void* AccessibleItem::interface_cast(QAccessible::InterfaceType type) {
    return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this) : nullptr;
}

void AccessibleItem::doAction(const QString& name) {
    if (name == pressAction() && isValid()) all().pick(item_);
}

} // namespace headlight
