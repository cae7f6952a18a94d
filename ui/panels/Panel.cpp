#include "panels/Panel.h"

#include "document/Workbench.h"
#include "style/textSize.h"

#include <QKeyEvent>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

namespace headlight {

Panel::Panel(Workbench& workbench, QWidget* parent, const char* look) : QWidget(parent), workbench_(workbench) {
    setObjectName(look);
    setAttribute(Qt::WA_StyledBackground, *look != 0);
}

void Panel::ask(Request request) {
    request_ = std::move(request);
    workbench_.scheduler().ask(*this, isVisible() ? request_ : Request{});
}

QWidget* Panel::scrollable(int minWidth) {
    // It has its parent before it is filled: the style is applied anew to each widget that gets another parent.
    auto* scroll = new QScrollArea(this);
    auto* content = new QWidget(scroll->viewport());
    content->setObjectName("side");
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setCornerWidget(new QWidget); // else the style draws a box between the scroll bars
    scroll->setWidget(content);
    auto* all = static_cast<QVBoxLayout*>(layout());
    if (!all) all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addWidget(scroll, 1);
    keepWidth(minWidth, *scroll->verticalScrollBar(), content);
    return content;
}

void Panel::keepWidth(int minWidth, const QScrollBar& bar, QWidget* content) {
    constexpr double kShareOfScreen = 0.28;
    followTextSize(*this, [this, &bar, content, minWidth] {
        const int maxWidth = static_cast<int>(kShareOfScreen * screen()->availableGeometry().width());
        const int withBar = textPx(minWidth) + bar.sizeHint().width();
        setMinimumWidth(std::clamp(withBar, std::min(minWidth, maxWidth), std::max(minWidth, maxWidth)));
        if (content) content->setMinimumWidth(minimumWidth() - bar.sizeHint().width());
    });
}

bool Panel::event(QEvent* event) {
    const bool handled = QWidget::event(event);
    // Nothing changes when the window is minimised: it comes back as it was.
    if ((event->type() == QEvent::Show || event->type() == QEvent::Hide) && !event->spontaneous()) ask(request_);
    if (event->type() == QEvent::LanguageChange) {
        forgetWords();
        workbench_.presentAgain(*this);
    }
    return handled;
}

void Panel::keyPressEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Escape || !workbench_.closeables().closeNewest()) QWidget::keyPressEvent(event);
}

} // namespace headlight
