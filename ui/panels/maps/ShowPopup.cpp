#include "panels/maps/ShowPopup.h"

#include "style/wrappedLabel.h"

#include <QAction>
#include <QGridLayout>
#include <QMenu>
#include <QToolButton>

namespace headlight {

ShowPopup::ShowPopup(const QMenu& menu, QWidget* parent) : PopupBase(menu.accessibleName(), parent) {
    constexpr int kColumns = 2;
    setAttribute(Qt::WA_DeleteOnClose);
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(16, 12, 16, 14);
    int place = 0;
    for (QAction* action : menu.actions()) {
        if (action->isSeparator()) {
            place = (place + kColumns - 1) / kColumns * kColumns;
            grid->addWidget(wrappedLabel(action->text(), "title"), place / kColumns, 0, 1, kColumns);
            place += kColumns;
        } else if (action->isVisible()) {
            auto* button = new QToolButton;
            button->setDefaultAction(action);
            button->setAccessibleName(action->iconText());
            button->setFocusPolicy(Qt::StrongFocus);
            button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
            if (!action->isCheckable()) connect(action, &QAction::triggered, this, &QWidget::close);
            grid->addWidget(button, place / kColumns, place % kColumns);
            ++place;
        }
    }
}

} // namespace headlight
