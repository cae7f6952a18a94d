#include "controls/accessibleBoxes.h"

#include <QAbstractItemView>
#include <QAccessibleWidget>
#include <QComboBox>

namespace headlight {
namespace {

class AccessibleBox : public QAccessibleWidget {
public:
    explicit AccessibleBox(QComboBox* box) : QAccessibleWidget(box, QAccessible::ComboBox), box_(*box) {}

    QString text(QAccessible::Text what) const override {
        return what == QAccessible::Value ? box_.currentText() : QAccessibleWidget::text(what);
    }
    int childCount() const override { return 1; }
    QAccessibleInterface* child(int i) const override {
        return i == 0 ? QAccessible::queryAccessibleInterface(box_.view()) : nullptr;
    }
    int indexOfChild(const QAccessibleInterface* child) const override {
        return child && child->object() == box_.view() ? 0 : -1;
    }
    QAccessible::State state() const override {
        QAccessible::State state = QAccessibleWidget::state();
        state.expandable = true;
        state.expanded = box_.view()->isVisible();
        return state;
    }
    QStringList actionNames() const override { return {showMenuAction(), pressAction()}; }
    void doAction(const QString&) override { box_.view()->isVisible() ? box_.hidePopup() : box_.showPopup(); }

private:
    QComboBox& box_;
};

QAccessibleInterface* makeBox(const QString& name, QObject* object) {
    if (name != QLatin1String("QComboBox")) return nullptr;
    auto* box = qobject_cast<QComboBox*>(object);
    return box && !box->isEditable() && !box->accessibleName().isEmpty() ? new AccessibleBox(box) : nullptr;
}

} // namespace

void makeBoxesAccessible() { QAccessible::installFactory(&makeBox); }

} // namespace headlight
