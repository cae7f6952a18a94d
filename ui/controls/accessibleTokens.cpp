#include "controls/accessibleTokens.h"

#include "controls/TokenChips.h"
#include "controls/accessibleItems.h"

#include <QAbstractItemView>
#include <QComboBox>

namespace headlight {
namespace {

class AccessibleTokens : public AccessibleItems {
public:
    explicit AccessibleTokens(TokenChips* chips) : AccessibleItems(chips, QAccessible::List), chips_(*chips) {}

    int itemCount() const override { return chips_.count(); }
    QString nameOf(int token) const override {
        QStringList words{chips_.shownAt(token)};
        if (token == chips_.query()) words << TokenChips::tr("query");
        if (token == chips_.key()) words << TokenChips::tr("key");
        return words.join(QStringLiteral(", "));
    }
    QRect placeOf(int token) const override { return chips_.chipRect(token); }
    int itemAt(QPoint place) const override { return chips_.chipAt(place); }
    QAccessible::Role roleOf(int) const override { return QAccessible::ListItem; }
    bool isSelected(int token) const override { return token == chips_.query(); }
    void pick(int token) override { emit chips_.queryPicked(token); }

private:
    TokenChips& chips_;
};

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

QAccessibleInterface* makeTokens(const QString& name, QObject* object) {
    if (name != QLatin1String("headlight::TokenChips")) return nullptr;
    auto* chips = qobject_cast<TokenChips*>(object);
    return chips ? new AccessibleTokens(chips) : nullptr;
}

QAccessibleInterface* makeBox(const QString& name, QObject* object) {
    if (name != QLatin1String("QComboBox")) return nullptr;
    auto* box = qobject_cast<QComboBox*>(object);
    return box && !box->isEditable() && !box->accessibleName().isEmpty() ? new AccessibleBox(box) : nullptr;
}

} // namespace

void makeTokensAccessible() { QAccessible::installFactory(&makeTokens); } // once: Qt takes the same one no second time
void makeBoxesAccessible() { QAccessible::installFactory(&makeBox); }

} // namespace headlight
