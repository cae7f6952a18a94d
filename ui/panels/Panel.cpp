#include "panels/Panel.h"

#include "document/Workbench.h"

#include <QEvent>

namespace headlight {

void Panel::ask(Wish wish) {
    wish_ = std::move(wish);
    workbench_.ask(*this, isVisible() ? wish_ : Wish{});
}

bool Panel::event(QEvent* event) {
    const bool handled = QWidget::event(event);
    // Not when the window is iconified: it comes back as it was.
    if ((event->type() == QEvent::Show || event->type() == QEvent::Hide) && !event->spontaneous()) ask(wish_);
    if (event->type() == QEvent::LanguageChange) {
        forgetWords();
        workbench_.presentAgain(*this);
    }
    return handled;
}

} // namespace headlight
