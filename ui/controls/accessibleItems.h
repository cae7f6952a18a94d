#pragma once

#include <QAccessibleWidget>
#include <QPointer>

#include <deque>
#include <map>
#include <utility>

namespace headlight {

/// Describes to screen readers a widget that paints its items itself. An item is made when it is first asked for, and
/// kept for a while: of millions of cells only those that are read exist.
class AccessibleItems : public QAccessibleWidget {
public:
    AccessibleItems(QWidget* widget, QAccessible::Role role) : QAccessibleWidget(widget, role) {}
    ~AccessibleItems() override;

    virtual int itemCount() const = 0;
    virtual QString nameOf(int item) const = 0;
    virtual QRect placeOf(int item) const = 0; ///< in coordinates of the widget
    virtual int itemAt(QPoint place) const = 0;
    virtual QAccessible::Role roleOf(int item) const = 0;
    virtual bool isSelected(int item) const = 0;
    virtual void pick(int item) = 0;                                       ///< does what a click does
    virtual std::pair<int, int> shape() const { return {itemCount(), 1}; } ///< if it changes, items do

    int childCount() const override { return itemCount(); }
    QAccessibleInterface* child(int item) const override;
    int indexOfChild(const QAccessibleInterface* child) const override;
    QAccessibleInterface* childAt(int x, int y) const override;

protected:
    virtual QAccessibleInterface* makeItem(int item) const; ///< Qt owns it from then on

private:
    static constexpr std::size_t kMaxKept = 256;
    void forget() const;
    mutable std::pair<int, int> keptShape_{-1, -1};
    mutable std::map<int, QAccessible::Id> kept_;
    mutable std::deque<int> oldest_; ///< in the order in which they were made
};

/// One item of AccessibleItems.
class AccessibleItem : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    AccessibleItem(const AccessibleItems& owner, int item);

    int item() const { return item_; }
    bool isValid() const override;
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return isValid() ? all().window() : nullptr; }
    QAccessibleInterface* parent() const override;
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QString text(QAccessible::Text what) const override;
    void setText(QAccessible::Text, const QString&) override {}
    QRect rect() const override;
    QAccessible::Role role() const override;
    QAccessible::State state() const override;
    void* interface_cast(QAccessible::InterfaceType type) override;

    QStringList actionNames() const override { return {pressAction()}; }
    void doAction(const QString& name) override;
    QStringList keyBindingsForAction(const QString&) const override { return {}; }

protected:
    AccessibleItems& all() const { return *owner_; }
    QWidget* widget() const { return widget_; }

private:
    AccessibleItems* owner_; ///< lives as long as the widget
    QPointer<QWidget> widget_;
    int item_;
};

} // namespace headlight
