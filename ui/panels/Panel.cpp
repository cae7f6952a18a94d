#include "panels/Panel.h"

#include "document/Workbench.h"
#include "style/textSize.h"

#include <QEvent>
#include <QScreen>
#include <QScrollArea>
#include <QVBoxLayout>

namespace headlight {

void Panel::ask(Wish wish) {
    wish_ = std::move(wish);
    workbench_.ask(*this, isVisible() ? wish_ : Wish{});
}

void Panel::scrollable(QWidget& content, int leastWidth) {
    constexpr double kShareOfScreen = 0.28;
    content.setProperty("role", "side");
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setCornerWidget(new QWidget); // else the style draws a box between the scroll bars
    scroll->setWidget(&content);
    auto* all = static_cast<QVBoxLayout*>(layout());
    if (!all) all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addWidget(scroll, 1);
    followTextSize(*this, [this, &content, leastWidth] {
        content.setMinimumWidth(textPx(leastWidth));
        const int most = static_cast<int>(kShareOfScreen * screen()->availableGeometry().width());
        setMinimumWidth(std::clamp(textPx(leastWidth), std::min(leastWidth, most), std::max(leastWidth, most)));
    });
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
